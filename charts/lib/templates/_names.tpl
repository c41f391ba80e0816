{{/* All templates take {root: ., descriptor: <descriptor.yaml of the chart>}, but for those that say otherwise. */}}

{{/* The release does not matter for a name: a team upgrades its own service alone, and its callers find it all the same. Takes the root. */}}
{{- define "gx.prefix" -}}{{ .Values.global.name | default "gx" }}{{- end }}

{{- define "gx.name" -}}{{ include "gx.prefix" .root }}-{{ .root.Chart.Name }}{{- end }}

{{/* What selects the pods of one service, and never changes. Takes {root, service}. */}}
{{- define "gx.selector" -}}
app.kubernetes.io/name: {{ .service }}
app.kubernetes.io/instance: {{ include "gx.prefix" .root }}
{{- end }}

{{/* Takes also {service} where a pod is not the chart's own service. */}}
{{- define "gx.labels" -}}
{{ include "gx.selector" (dict "root" .root "service" (.service | default .root.Chart.Name)) }}
app.kubernetes.io/part-of: gx
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "gx.meta" -}}
name: {{ include "gx.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "gx.labels" . | nindent 2 }}
{{- end }}

{{- define "gx.image" -}}
{{- $image := .root.Values.image -}}
{{- $registry := .root.Values.global.imageRegistry -}}
{{- if $registry }}{{ $registry }}/{{ end }}{{ $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* Ports inside of a pod are the same everywhere, so that a policy can name them. */}}
{{- define "gx.port" -}}
{{- index (dict "grpc" 50051 "operators" 50151 "health" 9000 "http" 8080 "bank" 8070 "api" 8090) . -}}
{{- end }}

{{/* At which port of others a service comes in: operators have one of their own. Takes the root. */}}
{{- define "gx.callsAt" -}}{{ ternary "operators" "grpc" (eq .Chart.Name "ops") }}{{- end }}
