{{/* Whether a container speaks to Kafka: its service does, and of the jobs those that are told where it is. Takes also {only}. */}}
{{- define "gx.speaksKafka" -}}
{{- if and (has "kafka" (.descriptor.needs | default list)) (regexMatch (.only | default "") "KAFKA_BROKERS") }}yes{{ end -}}
{{- end }}

{{/* How the brokers are spoken to, but for who we are: that is a secret. */}}
{{- define "gx.kafkaEnvironment" -}}
{{- $tls := .root.Values.global.kafka.tls -}}
{{- $env := dict -}}
{{- if $tls.enabled -}}
  {{- $_ := set $env "KAFKA_TLS" "true" -}}
  {{- if $tls.ca.secretName }}{{- $_ := set $env "KAFKA_TLS_CA_FILE" "/run/kafka-tls/ca.crt" -}}{{- end -}}
  {{- if $tls.client.secretName -}}
    {{- $_ := set $env "KAFKA_TLS_CERT_FILE" "/run/kafka-tls/tls.crt" -}}
    {{- $_ := set $env "KAFKA_TLS_KEY_FILE" "/run/kafka-tls/tls.key" -}}
  {{- end -}}
{{- else if or $tls.ca.secretName $tls.client.secretName -}}
  {{- fail "global.kafka.tls.ca and global.kafka.tls.client need global.kafka.tls.enabled: the brokers would be spoken to in the clear" -}}
{{- end -}}
{{- with .root.Values.global.kafka.sasl.mechanism }}{{- $_ := set $env "KAFKA_SASL_MECHANISM" . -}}{{- end -}}
{{- toYaml $env -}}
{{- end }}

{{/* The certificates of both sides, as files of one folder. Empty where there are none. */}}
{{- define "gx.kafkaTlsSources" -}}
{{- $tls := .root.Values.global.kafka.tls -}}
{{- if and $tls.enabled (include "gx.speaksKafka" .) -}}
{{- with $tls.ca }}{{ if .secretName }}
- secret:
    name: {{ .secretName }}
    items:
      - key: {{ .key }}
        path: ca.crt
{{- end }}{{ end }}
{{- with $tls.client }}{{ if .secretName }}
- secret:
    name: {{ .secretName }}
    items:
      - key: {{ .certKey }}
        path: tls.crt
      - key: {{ .keyKey }}
        path: tls.key
{{- end }}{{ end }}
{{- end -}}
{{- end }}

{{/* What KEDA's own client needs to be let in, by its names: {parameter: {name, key}}. */}}
{{- define "gx.kafkaScalerSecrets" -}}
{{- $tls := .root.Values.global.kafka.tls -}}
{{- $secrets := fromYaml (include "gx.secrets" .) -}}
{{- $found := dict -}}
{{- with $secrets.KAFKA_SASL_USERNAME }}{{- $_ := set $found "username" . -}}{{- end -}}
{{- with $secrets.KAFKA_SASL_PASSWORD }}{{- $_ := set $found "password" . -}}{{- end -}}
{{- if $tls.ca.secretName }}{{- $_ := set $found "ca" (dict "name" $tls.ca.secretName "key" $tls.ca.key) -}}{{- end -}}
{{- with $tls.client }}{{ if .secretName -}}
  {{- $_ := set $found "cert" (dict "name" .secretName "key" .certKey) -}}
  {{- $_ := set $found "key" (dict "name" .secretName "key" .keyKey) -}}
{{- end }}{{- end -}}
{{- toYaml $found -}}
{{- end }}

{{- define "gx.scalerAuthentication" -}}
{{- $secrets := fromYaml (include "gx.kafkaScalerSecrets" .) -}}
{{- if and (.root.Values.keda | default dict).enabled $secrets -}}
apiVersion: keda.sh/v1alpha1
kind: TriggerAuthentication
metadata:
  {{- include "gx.meta" . | nindent 2 }}
spec:
  secretTargetRef:
    {{- range $parameter, $from := $secrets }}
    - parameter: {{ $parameter }}
      name: {{ $from.name }}
      key: {{ $from.key }}
    {{- end }}
{{- end -}}
{{- end }}
