{{/* Jobs of operators: each is one command of ops. */}}
{{- define "gx.jobs" -}}
{{- $jobs := .root.Values.jobs -}}
{{- with $jobs.topics }}{{ if .enabled }}
---
{{ include "gx.job" (merge (dict "job" "topics" "args" (list "topics" "create" "--replication-factor" (toString .replicationFactor) "--min-insync-replicas" (toString .minInsyncReplicas)) "weight" "0") $) }}
{{- end }}{{ end }}
{{- with $jobs.bankProfile }}{{ if .enabled }}
---
{{ include "gx.job" (merge (dict "job" "bank-profile" "args" (concat (list "bank-profile" "set") .args) "weight" "5") $) }}
{{- end }}{{ end }}
{{- with $jobs.ledgerVerify }}{{ if .enabled }}
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ include "gx.name" $ }}-ledger-verify
  namespace: {{ $.root.Release.Namespace }}
  labels:
    {{- include "gx.labels" $ | nindent 4 }}
spec:
  schedule: {{ .schedule | quote }}
  concurrencyPolicy: Forbid
  successfulJobsHistoryLimit: 1
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      {{- include "gx.jobSpec" (merge (dict "args" (list "ledger" "verify") "deadline" 7200) $) | nindent 6 }}
{{- end }}{{ end }}
{{- end }}

{{/* A hook: made anew by each install and upgrade, gone once it has succeeded, kept for a look when it has not. Takes also {job, args, weight}. */}}
{{- define "gx.job" -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "gx.name" . }}-{{ .job }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" . | nindent 4 }}
  annotations:
    helm.sh/hook: post-install,post-upgrade
    helm.sh/hook-weight: {{ .weight | quote }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  {{- include "gx.jobSpec" (merge (dict "deadline" 300) .) | nindent 2 }}
{{- end }}

{{- define "gx.jobSpec" -}}
backoffLimit: 10
activeDeadlineSeconds: {{ .deadline }}
template:
  metadata:
    labels:
      {{- include "gx.labels" . | nindent 6 }}
  spec:
    restartPolicy: OnFailure
    {{- include "gx.podSpec" (merge (dict "container" (printf "args: %s" (toJson .args))) .) | nindent 4 }}
{{- end }}
