{{/*
The indexes of a version, made before its pods are: by the service's own image, as the service's own database user. Only of an upgrade where the
database comes with the release, for at an install there is none yet.
*/}}
{{- define "gx.indexJob" -}}
{{- with .root.Values.indexes -}}
{{- if .enabled -}}
{{ include "gx.serverJob" (merge (dict "job" "indexes" "server" "mongodb" "command" (list "node" "current/src/prepare.ts") "hooks" (ternary "pre-install,pre-upgrade,pre-rollback" "pre-upgrade,pre-rollback" .atInstall) "weight" -10 "deadline" .deadlineSeconds "retries" 4 "only" (include "gx.onlyOf" "MONGO_URL|MONGO_DB")) $) }}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
A job that may reach one server and nothing else, with an account and a policy of its own: before an install those of the service are not there yet.
Takes also {job, server, hooks, weight, only} and what gx.jobSpec takes. Without hooks it is an object of the release beside the others, made anew by each
revision: for a server that comes with the release, which no hook can wait for.
*/}}
{{- define "gx.serverJob" -}}
{{- $name := printf "%s-%s" (include "gx.name" .) .job -}}
{{- $in := merge (dict "service" (printf "%s-%s" .root.Chart.Name .job) "account" $name) . -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" $in | nindent 4 }}
  {{- $hook := include "gx.hook" (dict "hooks" .hooks "weight" (sub .weight 1)) }}
  {{- with merge (.root.Values.serviceAccountAnnotations | default dict | deepCopy) (fromYaml $hook) }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- if .root.Values.networkPolicy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" $in | nindent 4 }}
  {{- with $hook }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "gx.selector" (dict "root" .root "service" $in.service) | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    {{- include "gx.toNameServers" . | nindent 4 }}
    {{- include "gx.toServer" (dict "root" .root "server" .server) | nindent 4 }}
{{- end }}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ $name }}{{ if not .hooks }}-{{ .root.Release.Revision }}{{ end }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" $in | nindent 4 }}
  {{- with include "gx.hook" (dict "hooks" .hooks "weight" .weight) }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}
spec:
  {{- if not .hooks }}
  ttlSecondsAfterFinished: 600
  {{- end }}
  {{- include "gx.jobSpec" (merge (dict "deadline" (.deadline | default 300)) $in) | nindent 2 }}
{{- end }}

{{/* Made anew each time, gone once all hooks have succeeded, kept with its pods for a look when one has not. Takes {hooks, weight}. */}}
{{- define "gx.hook" -}}
{{- if .hooks -}}
helm.sh/hook: {{ .hooks }}
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}
{{- end }}
