{{/* Takes the root. */}}
{{- define "gx.notes" -}}
{{- $descriptor := fromYaml (.Files.Get "descriptor.yaml") -}}
{{- $in := dict "root" . "descriptor" $descriptor -}}
{{ .Chart.Name }} {{ .Chart.AppVersion }} is being rolled out as {{ include "gx.name" $in }} in {{ .Release.Namespace }}.
{{- if ne $descriptor.kind "job" }}

  kubectl -n {{ .Release.Namespace }} rollout status deploy/{{ include "gx.name" $in }}
  helm -n {{ .Release.Namespace }} test {{ .Release.Name }}
{{- end }}
{{- with fromYaml (include "gx.secrets" $in) }}

It reads these secrets and does not start without them:
{{- range $variable, $from := . }}
  {{ $variable }} from the key {{ $from.key }} of {{ $from.name }}
{{- end }}
{{- end }}
{{- end }}
