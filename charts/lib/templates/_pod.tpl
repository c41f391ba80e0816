{{/* One formula: the pod may take the wait of preStop, the wait of the drain, the 25 s in which a service ends what it has begun, and 5 s more. */}}
{{- define "gx.grace" -}}
{{- with .root.Values.shutdown -}}{{ add (int .preStopSeconds) (int .drainSeconds) 25 5 }}{{- end -}}
{{- end }}

{{- define "gx.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "gx.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
privileged: false
capabilities:
  drop: [ALL]
{{- end }}

{{- define "gx.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if and (eq .root.Values.secretsAs "files") (fromYaml (include "gx.secrets" .)) }}
- name: secrets
  mountPath: /run/gx
  readOnly: true
{{- end }}
{{- if .root.Values.bankTls }}{{ if .root.Values.bankTls.secretName }}
- name: bank-tls
  mountPath: /run/bank-tls
  readOnly: true
{{- end }}{{ end }}
{{- if .root.Values.global.trustedAuthorities.secretName }}
- name: trusted-authorities
  mountPath: /run/trusted-authorities
  readOnly: true
{{- end }}
{{- if include "gx.grpcSecretName" . }}
- name: grpc-tls
  mountPath: /run/grpc-tls
  readOnly: true
{{- end }}
{{- if include "gx.kafkaTlsSources" . }}
- name: kafka-tls
  mountPath: /run/kafka-tls
  readOnly: true
{{- end }}
{{- end }}

{{- define "gx.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
{{- $secrets := fromYaml (include "gx.secrets" .) }}
{{- if and (eq .root.Values.secretsAs "files") $secrets }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $variable, $from := $secrets }}
      - secret:
          name: {{ $from.name }}
          items:
            - key: {{ $from.key }}
              path: {{ $variable }}
      {{- end }}
{{- end }}
{{- if .root.Values.bankTls }}{{ with .root.Values.bankTls.secretName }}
- name: bank-tls
  secret:
    secretName: {{ . }}
    defaultMode: 0440
{{- end }}{{ end }}
{{- with .root.Values.global.trustedAuthorities }}{{ if .secretName }}
- name: trusted-authorities
  secret:
    secretName: {{ .secretName }}
    defaultMode: 0440
    items:
      - key: {{ .key }}
        path: ca.crt
{{- end }}{{ end }}
{{- with include "gx.grpcSecretName" . }}
- name: grpc-tls
  projected:
    defaultMode: 0440
    sources:
      - secret:
          name: {{ . }}
          items:
            - {key: tls.crt, path: tls.crt}
            - {key: tls.key, path: tls.key}
      {{- with $.root.Values.global.grpc.authority }}
      - secret:
          name: {{ .secretName | default (include "gx.grpcSecretName" $) }}
          items:
            - {key: {{ ternary .key "ca.crt" (ne .secretName "") }}, path: ca.crt}
      {{- end }}
{{- end }}
{{- with include "gx.kafkaTlsSources" . }}
- name: kafka-tls
  projected:
    defaultMode: 0440
    sources:
      {{- . | trim | nindent 6 }}
{{- end }}
{{- end }}

{{/* What every pod has, of a service, a job or a test; takes also {container: YAML of what is special about the container} and {account}. */}}
{{- define "gx.podSpec" -}}
serviceAccountName: {{ .account | default (include "gx.name" .) }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- include "gx.podSecurity" . | nindent 2 }}
{{- with .root.Values.global.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: {{ .root.Chart.Name }}
    image: {{ include "gx.image" . }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    securityContext:
      {{- include "gx.containerSecurity" . | nindent 6 }}
    resources:
      {{- toYaml .root.Values.resources | nindent 6 }}
    volumeMounts:
      {{- include "gx.volumeMounts" . | nindent 6 }}
    env:
      {{- include "gx.env" . | nindent 6 }}
    {{- .container | nindent 4 }}
volumes:
  {{- include "gx.volumes" . | nindent 2 }}
{{- end }}

{{/*
Startup gives room for connecting and for building indexes; readiness takes a pod out while a server that it needs is away; liveness asks only whether
the process answers, so that a database that is away restarts nobody. Nobody at the node has a certificate, so they go by HTTP.
*/}}
{{- define "gx.probes" -}}
startupProbe:
  httpGet: {path: /readyz, port: health}
  periodSeconds: 1
  timeoutSeconds: 3
  failureThreshold: {{ .root.Values.startupSeconds }}
readinessProbe:
  httpGet: {path: /readyz, port: health}
  periodSeconds: 5
  timeoutSeconds: 3
  failureThreshold: 2
livenessProbe:
  httpGet: {path: /healthz, port: health}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
