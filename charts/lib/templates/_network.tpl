{{/* Peers of a policy: pods of these services in this deployment. Takes {root, services}. */}}
{{- define "gx.pods" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/instance: {{ include "gx.prefix" .root }}
    matchExpressions:
      - key: app.kubernetes.io/name
        operator: In
        values: {{ toJson .services }}
{{- end }}

{{/* Egress to the name servers of the cluster. */}}
{{- define "gx.toNameServers" -}}
- to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: kube-system
      podSelector:
        matchLabels:
          k8s-app: kube-dns
  ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
{{- end }}

{{/* Egress to mongodb, kafka or redis: whoever the deployment says they are, else the pods of a trial. Takes {root, server}. */}}
{{- define "gx.toServer" -}}
{{- $at := index .root.Values.global .server -}}
- to:
    {{- if $at.peers }}{{ toYaml $at.peers | nindent 4 }}{{ else }}{{ include "gx.pods" (dict "root" .root "services" (list .server)) | nindent 4 }}{{ end }}
  ports:
    - port: {{ $at.port }}
      protocol: TCP
{{- end }}

{{/* Everything of IPv4 that is nobody's public address: RFC 6890 and its like, and what a cluster names besides. Takes the root. */}}
{{- define "gx.privateRanges" -}}
{{- $ranges := list "0.0.0.0/8" "10.0.0.0/8" "100.64.0.0/10" "127.0.0.0/8" "169.254.0.0/16" "172.16.0.0/12" "192.0.0.0/24" "192.0.2.0/24" "192.88.99.0/24" "192.168.0.0/16" "198.18.0.0/15" "198.51.100.0/24" "203.0.113.0/24" "224.0.0.0/4" "240.0.0.0/4" -}}
{{- range .Values.networkPolicy.clusterCidrs | default list }}{{ if not (contains ":" .) }}{{ $ranges = append $ranges . }}{{ end }}{{ end -}}
{{- toYaml ($ranges | uniq) -}}
{{- end }}

{{/* The same within 2000::/3: an exception has to lie within its block, or the API server refuses the policy. Takes the root. */}}
{{- define "gx.privateRanges6" -}}
{{- $ranges := list "2001::/23" "2001:db8::/32" "2002::/16" "3fff::/20" -}}
{{- range .Values.networkPolicy.clusterCidrs | default list }}{{ if and (contains ":" .) (or (hasPrefix "2" .) (hasPrefix "3" .)) }}{{ $ranges = append $ranges . }}{{ end }}{{ end -}}
{{- toYaml ($ranges | uniq) -}}
{{- end }}

{{/* Who may reach a pod; nothing for one that nobody calls. */}}
{{- define "gx.ingressRules" -}}
{{- $values := .root.Values -}}
{{- $global := $values.global -}}
{{- with without (.descriptor.calledBy | default list) "ops" }}
- from:
    {{- include "gx.pods" (dict "root" $.root "services" .) | nindent 4 }}
  ports:
    - port: {{ index (values $.descriptor.ports | sortAlpha) 0 }}
      protocol: TCP
{{- end }}
{{- if has "ops" (.descriptor.calledBy | default list) }}
- from:
    {{- include "gx.pods" (dict "root" $.root "services" (list "ops")) | nindent 4 }}
  ports:
    - port: operators
      protocol: TCP
{{- end }}
{{- if .descriptor.public }}
- ports:
    - port: http
      protocol: TCP
  {{- with $values.networkPolicy.from }}
  from:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- $banks := concat ($values.networkPolicy.banksFrom | default list) (ternary (fromYamlArray (include "gx.pods" (dict "root" $.root "services" (list "bank-simulator")))) list ($global.simulator | default false)) }}
{{- if has "bank" (values $.descriptor.ports) }}{{ with $banks }}
- ports:
    - port: bank
      protocol: TCP
  from:
    {{- toYaml . | nindent 4 }}
{{- end }}{{ end }}
{{- end }}
{{- if ne .descriptor.kind "job" }}
- from:
    {{- include "gx.pods" (dict "root" $.root "services" (list (printf "%s-test" .root.Chart.Name))) | nindent 4 }}
  ports:
    - port: health
      protocol: TCP
    - port: {{ include "gx.testPort" . }}
      protocol: TCP
{{- end }}
{{- if ne .descriptor.kind "job" }}{{ with $global.metrics.scrapers }}
- from:
    {{- toYaml . | nindent 4 }}
  ports:
    - port: health
      protocol: TCP
{{- end }}{{ end }}
{{- with $values.networkPolicy.extraIngress }}{{ toYaml . | nindent 0 }}{{ end }}
{{- end }}

{{/*
Nothing may reach a pod, and a pod may reach nothing, but what stands here: who calls whom is in descriptor.yaml on both sides of an edge.
*/}}
{{- define "gx.networkPolicy" -}}
{{- $values := .root.Values -}}
{{- $global := $values.global -}}
{{- if $values.networkPolicy.enabled -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "gx.meta" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "gx.selector" (dict "root" .root "service" .root.Chart.Name) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- $reached := include "gx.ingressRules" . | trim }}
  ingress:{{ if $reached }}{{ $reached | nindent 4 }}{{ else }} []{{ end }}
  egress:
    {{- include "gx.toNameServers" . | nindent 4 }}
    {{- with .descriptor.calls }}
    - to:
        {{- include "gx.pods" (dict "root" $.root "services" .) | nindent 8 }}
      ports:
        - port: {{ include "gx.port" (include "gx.callsAt" $.root) }}
          protocol: TCP
    {{- end }}
    {{- range .descriptor.needs }}
    {{- include "gx.toServer" (dict "root" $.root "server" .) | nindent 4 }}
    {{- end }}
    {{- with $global.otlpPeers }}
    - to:
        {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- if and .descriptor.bank $global.simulator }}
    - to:
        {{- include "gx.pods" (dict "root" .root "services" (list "bank-simulator")) | nindent 8 }}
      ports:
        - port: {{ include "gx.port" "api" }}
          protocol: TCP
    {{- end }}
    {{- if eq .root.Chart.Name "bank-simulator" }}
    - to:
        {{- include "gx.pods" (dict "root" .root "services" (list "gateway")) | nindent 8 }}
      ports:
        - port: {{ include "gx.port" "bank" }}
          protocol: TCP
    {{- end }}
    {{- if .descriptor.bank }}{{ with $values.networkPolicy.bankCidrs }}
    - to:
        {{- range . }}
        - ipBlock:
            cidr: {{ . }}
        {{- end }}
      ports:
        - port: 443
          protocol: TCP
    {{- end }}{{ end }}
    {{- with .descriptor.internet }}
    - to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except:
              {{- include "gx.privateRanges" $.root | nindent 14 }}
        {{- if $values.networkPolicy.ipv6 }}
        - ipBlock:
            cidr: 2000::/3
            except:
              {{- include "gx.privateRanges6" $.root | nindent 14 }}
        {{- end }}
      ports:
        {{- range splitList "," (index $values.settings .portsFrom | default .usualPorts) }}
        {{- $ends := splitList "-" (trim .) }}
        - port: {{ first $ends }}
          {{- with rest $ends }}
          endPort: {{ first . }}
          {{- end }}
          protocol: TCP
        {{- end }}
    {{- end }}
    {{- with $values.networkPolicy.extraEgress }}{{ toYaml . | nindent 4 }}{{ end }}
{{- end -}}
{{- end }}
