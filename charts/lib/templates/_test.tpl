{{/* At which port of its service a test knocks: that of most callers. */}}
{{- define "gx.testPort" -}}
{{- $ports := values .descriptor.ports | sortAlpha -}}
{{ ternary "http" (first $ports) (has "http" $ports) }}
{{- end }}

{{/* `helm test`: from a pod of its own, as a caller would, is the service ready and does its port take connections. */}}
{{- define "gx.test" -}}
{{- $port := include "gx.testPort" . -}}
apiVersion: v1
kind: Pod
metadata:
  name: {{ include "gx.name" . }}-test
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.testLabels" . | nindent 4 }}
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  restartPolicy: Never
  activeDeadlineSeconds: 90
  serviceAccountName: {{ include "gx.name" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext:
    {{- include "gx.podSecurity" . | nindent 4 }}
  {{- with .root.Values.global.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: test
      image: {{ include "gx.image" . }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      securityContext:
        {{- include "gx.containerSecurity" . | nindent 8 }}
      resources:
        requests: {cpu: 20m, memory: 64Mi}
        limits: {memory: 128Mi}
      command:
        - node
        - --input-type=module
        - --eval
        - |
          import { connect } from 'node:net';
          import { setTimeout as wait } from 'node:timers/promises';
          const [host, port] = process.argv.slice(1);
          const opens = () => new Promise((done, failed) => {
            const socket = connect({ host, port }, () => done(socket.destroy())).on('error', failed);
            socket.setTimeout(3000, () => failed(socket.destroy(new Error('timed out'))));
          });
          // A new Service may need a moment before it leads anywhere.
          for (let attempt = 1; ; attempt += 1) {
            try {
              const ready = await fetch(`http://${host}:9000/readyz`, { signal: AbortSignal.timeout(3000) });
              if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`);
              await opens();
              console.log(`${host}: ready, and port ${port} takes connections`);
              break;
            } catch (error) {
              console.log(`${host}: ${error.cause?.message ?? error.message}`);
              if (attempt === 30) process.exit(1);
              await wait(2000);
            }
          }
        - {{ include "gx.name" . }}
        - {{ ternary "80" (include "gx.port" $port) (eq $port "http") | quote }}
{{- end }}

{{- define "gx.testLabels" -}}
{{ include "gx.selector" (dict "root" .root "service" (printf "%s-test" .root.Chart.Name)) }}
app.kubernetes.io/part-of: gx
{{- end }}

{{/* A test may ask the name server and the service that it tests, and nobody else. */}}
{{- define "gx.testPolicy" -}}
{{- if .root.Values.networkPolicy.enabled -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "gx.name" . }}-test
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "gx.selector" (dict "root" .root "service" (printf "%s-test" .root.Chart.Name)) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    {{- include "gx.toNameServers" . | nindent 4 }}
    - to:
        {{- include "gx.pods" (dict "root" .root "services" (list .root.Chart.Name)) | nindent 8 }}
      ports:
        - {port: {{ include "gx.port" "health" }}, protocol: TCP}
        - {port: {{ include "gx.port" (include "gx.testPort" .) }}, protocol: TCP}
{{- end -}}
{{- end }}
