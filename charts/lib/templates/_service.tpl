{{/* The whole of a service's chart. */}}
{{- define "gx.chart" -}}
{{- $descriptor := fromYaml (.Files.Get "descriptor.yaml") -}}
{{- $in := dict "root" . "descriptor" $descriptor -}}
{{- $shapes := list "gx.serviceAccount" "gx.networkPolicy" "gx.grpcCertificate" -}}
{{- if has "mongodb" ($descriptor.needs | default list) }}{{- $shapes = append $shapes "gx.indexJob" -}}{{- end -}}
{{- if ne $descriptor.kind "job" -}}
  {{- $shapes = concat $shapes (list "gx.deployment" "gx.services" "gx.bankService" "gx.disruptionBudget" "gx.autoscaler" "gx.scalerAuthentication" "gx.scaledObject" "gx.serviceMonitor" "gx.test" "gx.testPolicy") -}}
{{- end -}}
{{- if $descriptor.public }}{{- $shapes = concat $shapes (list "gx.ingress" "gx.httpRoute") -}}{{- end -}}
{{- if eq $descriptor.kind "job" }}{{- $shapes = append $shapes "gx.jobs" -}}{{- end -}}
{{- range $shapes }}
{{- $text := include . $in | trim }}
{{- if $text }}
---
{{ $text }}
{{- end }}
{{- end }}
{{- end }}

{{- define "gx.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "gx.meta" . | nindent 2 }}
  {{- with .root.Values.serviceAccountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}

{{- define "gx.deployment" -}}
{{- $values := .root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "gx.meta" . | nindent 2 }}
spec:
  {{- /*
  Not the number of the live Deployment either, by `lookup`: it would stand in the release, and a rollback at noon would bring back the number of the night.
  */}}
  {{- if not (or $values.autoscaling.enabled ($values.keda | default dict).enabled) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  # What name servers and network plugins need to know a new pod before an old one goes.
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "gx.selector" (dict "root" .root "service" .root.Chart.Name) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "gx.labels" . | nindent 8 }}
        {{- with $values.podLabels }}{{ toYaml . | nindent 8 }}{{ end }}
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      terminationGracePeriodSeconds: {{ include "gx.grace" . }}
      topologySpreadConstraints:
        {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: {{ $values.topologySpread }}
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels:
              {{- include "gx.selector" (dict "root" $.root "service" $.root.Chart.Name) | nindent 14 }}
        {{- end }}
      {{- include "gx.podSpec" (merge (dict "container" (include "gx.served" .)) .) | nindent 6 }}
{{- end }}

{{/* What a container has because it serves: ports, probes, and a wait before SIGTERM while the endpoints forget it. */}}
{{- define "gx.served" -}}
ports:
  {{- range .descriptor.ports }}
  - name: {{ . }}
    containerPort: {{ include "gx.port" . }}
  {{- end }}
  - name: health
    containerPort: {{ include "gx.port" "health" }}
{{ include "gx.probes" . }}
{{- /* Before 1.33 the API server refuses to sleep for 0 s. */}}
{{- with .root.Values.shutdown.preStopSeconds }}
lifecycle:
  preStop:
    sleep:
      seconds: {{ . }}
{{- end }}
{{- end }}

{{/* gRPC callers spread calls over the pods themselves: they need all addresses, so the Service is headless. */}}
{{- define "gx.services" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "gx.meta" . | nindent 2 }}
  {{- with .root.Values.service }}{{ with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}{{ end }}
spec:
  {{- if eq .descriptor.kind "grpc" }}
  clusterIP: None
  {{- else }}
  type: {{ dig "service" "type" "ClusterIP" (merge dict .root.Values) }}
  {{- end }}
  selector:
    {{- include "gx.selector" (dict "root" .root "service" .root.Chart.Name) | nindent 4 }}
  ports:
    {{- range .descriptor.ports }}
    {{- if ne . "bank" }}
    - name: {{ . }}
      port: {{ if eq . "http" }}80{{ else }}{{ include "gx.port" . }}{{ end }}
      targetPort: {{ . }}
      {{- if has . (list "grpc" "operators") }}
      appProtocol: grpc
      {{- end }}
    {{- end }}
    {{- end }}
    - name: health
      port: {{ include "gx.port" "health" }}
      targetPort: health
{{- end }}

{{/* Where banks come in, apart from merchants: what opens one of them to its callers opens nothing of the other. */}}
{{- define "gx.bankService" -}}
{{- if has "bank" (values .descriptor.ports) -}}
{{- $bank := .root.Values.bankService -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "gx.name" . }}-bank
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" . | nindent 4 }}
  {{- with $bank.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ $bank.type }}
  selector:
    {{- include "gx.selector" (dict "root" .root "service" .root.Chart.Name) | nindent 4 }}
  ports:
    - name: bank
      port: {{ $bank.port }}
      targetPort: bank
{{- end -}}
{{- end }}
