{{/*
The environment of a container as a map, so that what a deployment sets wins over what the chart derives and nothing is there twice:
ports, addresses of the services it calls, what the whole deployment shares, then the chart's own settings.
*/}}
{{- define "gx.environment" -}}
{{- $values := .root.Values -}}
{{- $global := $values.global -}}
{{- $env := dict "ENVIRONMENT" ($global.environment | default "production") -}}
{{- if ne .descriptor.kind "job" -}}
  {{- $_ := set $env "HEALTH_PORT" (include "gx.port" "health") -}}
  {{- $_ := set $env "DRAIN_DELAY_MS" (printf "%d" (mul (int $values.shutdown.drainSeconds) 1000)) -}}
  {{- if $global.otlpEndpoint }}{{- $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" $global.otlpEndpoint -}}{{- end -}}
{{- end -}}
{{- range $variable, $port := .descriptor.ports -}}{{- $_ := set $env $variable (include "gx.port" $port) -}}{{- end -}}
{{- range $name, $value := .descriptor.env -}}{{- $_ := set $env $name $value -}}{{- end -}}
{{- $prefix := include "gx.prefix" .root -}}
{{- range .descriptor.calls -}}
  {{- $_ := set $env (printf "%s_ADDRESS" (upper .)) (printf "%s-%s:%s" $prefix . (include "gx.port" (include "gx.callsAt" $.root))) -}}
{{- end -}}
{{- $env = merge $env (fromYaml (include "gx.grpcEnvironment" .)) -}}
{{- if has "kafka" .descriptor.needs -}}
  {{- $_ := set $env "KAFKA_BROKERS" ($global.kafka.brokers | default (printf "%s-kafka:9092" $prefix)) -}}
  {{- $env = merge $env (fromYaml (include "gx.kafkaEnvironment" .)) -}}
  {{- if $global.topicPrefix }}{{- $_ := set $env "TOPIC_PREFIX" $global.topicPrefix -}}{{- end -}}
{{- end -}}
{{- if ne .descriptor.kind "job" -}}
  {{- range $server, $reason := $global.allowPlaintext -}}
    {{- if and $reason (has $server $.descriptor.needs) }}{{- $_ := set $env (printf "ALLOW_PLAINTEXT_%s" (upper $server)) $reason -}}{{- end -}}
  {{- end -}}
{{- end -}}
{{- if $values.nodeOptions }}{{- $_ := set $env "NODE_OPTIONS" $values.nodeOptions -}}{{- end -}}
{{- range $name, $value := $values.settings -}}
  {{- if not (kindIs "invalid" $value) -}}{{- $_ := set $env $name ($value | toJson | trimAll "\"") -}}{{- end -}}
{{- end -}}
{{- toYaml $env -}}
{{- end }}

{{/* Secrets that are there: {VARIABLE: {name, key}}. One without a name stands in the Secret of the service under its own name. A job takes {only}: the variables that it reads. */}}
{{- define "gx.secrets" -}}
{{- $found := dict -}}
{{- $global := .root.Values.global -}}
{{- $usual := $global.secretName | default (include "gx.name" .) -}}
{{- $only := .only | default "" -}}
{{- range $variable, $from := .root.Values.secrets -}}
  {{- /* Without TLS nobody knows who calls, and nobody signs for whom. */ -}}
  {{- $isIdle := and (hasPrefix "ASSERTION_" $variable) (not (include "gx.hasCertificates" $.root)) -}}
  {{- if and $from.use (not $isIdle) (regexMatch $only $variable) -}}
    {{- $shared := dict -}}
    {{- if eq $variable "EVENT_VERIFICATION_KEYS" }}{{ $shared = $global.eventKeys }}{{ end -}}
    {{- if eq $variable "ASSERTION_VERIFICATION_KEYS" }}{{ $shared = $global.grpc.assertionKeys }}{{ end -}}
    {{- $_ := set $found $variable (dict "name" ($from.name | default $shared.secretName | default $usual) "key" ($from.key | default $shared.key | default $variable)) -}}
  {{- end -}}
{{- end -}}
{{- if include "gx.speaksKafka" . -}}
  {{- with .root.Values.global.kafka.sasl -}}{{- if .mechanism -}}
    {{- $_ := set $found "KAFKA_SASL_USERNAME" (dict "name" (.secretName | default $usual) "key" .usernameKey) -}}
    {{- $_ := set $found "KAFKA_SASL_PASSWORD" (dict "name" (.secretName | default $usual) "key" .passwordKey) -}}
  {{- end -}}{{- end -}}
{{- end -}}
{{- toYaml $found -}}
{{- end }}

{{- define "gx.env" -}}
{{- $asFiles := eq .root.Values.secretsAs "files" -}}
{{- $only := .only | default "" -}}
{{- range $name, $value := fromYaml (include "gx.environment" .) }}
{{- if regexMatch $only $name }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $variable, $from := fromYaml (include "gx.secrets" .) }}
{{- if $asFiles }}
- name: {{ $variable }}_FILE
  value: /run/gx/{{ $variable }}
{{- else }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.name }}
      key: {{ $from.key }}
{{- end }}
{{- end }}
{{- if .root.Values.global.trustedAuthorities.secretName }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/trusted-authorities/ca.crt
{{- end }}
{{- if .root.Values.bankTls }}
{{- with .root.Values.bankTls.secretName }}
- name: BANK_TLS_CERT_FILE
  value: /run/bank-tls/tls.crt
- name: BANK_TLS_KEY_FILE
  value: /run/bank-tls/tls.key
- name: BANK_TLS_CA_FILE
  value: /run/bank-tls/ca.crt
{{- end }}
{{- end }}
{{- end }}
