{{- define "gx.ingress" -}}
{{- with .root.Values.ingress -}}
{{- if .enabled -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  {{- include "gx.meta" $ | nindent 2 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .tlsSecretName }}
  tls:
    - hosts: [{{ $.root.Values.ingress.host | quote }}]
      secretName: {{ . }}
  {{- end }}
  rules:
    - host: {{ .host | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "gx.name" $ }}
                port:
                  name: http
{{- end -}}
{{- end -}}
{{- end }}

{{- define "gx.httpRoute" -}}
{{- with .root.Values.gatewayApi -}}
{{- if .enabled -}}
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  {{- include "gx.meta" $ | nindent 2 }}
spec:
  parentRefs:
    {{- toYaml .parentRefs | nindent 4 }}
  hostnames: [{{ .host | quote }}]
  rules:
    - backendRefs:
        - name: {{ include "gx.name" $ }}
          port: 80
{{- end -}}
{{- end -}}
{{- end }}
