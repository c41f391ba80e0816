{{/* Whether a container takes part in RPCs: its service does, and of the jobs those that call somebody. Takes also {only}. */}}
{{- define "gx.speaksGrpc" -}}
{{- $calls := false -}}
{{- $only := .only | default "" -}}
{{- range .descriptor.calls }}{{ if regexMatch $only (printf "%s_ADDRESS" (upper .)) }}{{ $calls = true }}{{ end }}{{ end -}}
{{- if or $calls (and (eq .descriptor.kind "grpc") (not .only)) }}yes{{ end -}}
{{- end }}

{{/* Whether services show certificates: always, but where a reason says why not and they do not change to TLS either. Takes the root. */}}
{{- define "gx.hasCertificates" -}}
{{- if or .Values.global.grpc.tlsStep (not .Values.global.grpc.allowPlaintext) }}yes{{ end -}}
{{- end }}

{{/* Who this is to others: a certificate of its own, or a reason why nobody shows one, or both while services change to TLS. */}}
{{- define "gx.grpcEnvironment" -}}
{{- $env := dict -}}
{{- if include "gx.speaksGrpc" . -}}
  {{- with .root.Values.global.grpc.allowPlaintext }}{{- $_ := set $env "ALLOW_PLAINTEXT_GRPC" . -}}{{ end -}}
  {{- with .root.Values.global.grpc.tlsStep }}{{- $_ := set $env "GRPC_TLS_STEP" . -}}{{ end -}}
  {{- if include "gx.hasCertificates" .root -}}
    {{- $_ := set $env "GRPC_CERTIFICATE_FILE" "/run/grpc-tls/tls.crt" -}}
    {{- $_ := set $env "GRPC_PRIVATE_KEY_FILE" "/run/grpc-tls/tls.key" -}}
    {{- $_ := set $env "GRPC_AUTHORITY_FILE" "/run/grpc-tls/ca.crt" -}}
  {{- end -}}
{{- end -}}
{{- toYaml $env -}}
{{- end }}

{{/* The Secret with the certificate of this service, by the keys that cert-manager writes. Empty where none is shown. */}}
{{- define "gx.grpcSecretName" -}}
{{- if and (include "gx.speaksGrpc" .) (include "gx.hasCertificates" .root) }}{{ include "gx.name" . }}-grpc{{ end -}}
{{- end }}

{{/* Asks cert-manager for it, where an issuer is named; else the Secret is somebody else's to make. */}}
{{- define "gx.grpcCertificate" -}}
{{- $grpc := .root.Values.global.grpc -}}
{{- $secret := include "gx.grpcSecretName" . -}}
{{- if and $secret $grpc.issuer.name -}}
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: {{ $secret }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" . | nindent 4 }}
spec:
  secretName: {{ $secret }}
  uris: ["spiffe://gx/{{ .root.Chart.Name }}"]
  usages: [server auth, client auth]
  privateKey:
    algorithm: ECDSA
    size: 256
    rotationPolicy: Always
  duration: {{ $grpc.issuer.duration }}
  renewBefore: {{ $grpc.issuer.renewBefore }}
  issuerRef:
    group: {{ $grpc.issuer.group }}
    kind: {{ $grpc.issuer.kind }}
    name: {{ $grpc.issuer.name }}
{{- end -}}
{{- end }}
