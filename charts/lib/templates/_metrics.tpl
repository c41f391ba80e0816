{{/* For the Prometheus operator, where it is installed: what to read, and how often. */}}
{{- define "gx.serviceMonitor" -}}
{{- $metrics := .root.Values.global.metrics -}}
{{- if $metrics.serviceMonitors -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  {{- include "gx.meta" . | nindent 2 }}
    {{- with $metrics.labels }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  selector:
    matchLabels:
      {{- include "gx.selector" (dict "root" .root "service" .root.Chart.Name) | nindent 6 }}
  endpoints:
    - port: health
      path: /metrics
      interval: {{ $metrics.everySeconds }}s
{{- end -}}
{{- end }}
