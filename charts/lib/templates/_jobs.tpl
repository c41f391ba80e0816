{{/* What every job may read of the environment, beside what its command is for. */}}
{{- define "gx.onlyOf" -}}^(ENVIRONMENT|NODE_OPTIONS|LOG_\w+|{{ . }})${{- end }}

{{/* Jobs of operators: each is one command of ops. */}}
{{- define "gx.jobs" -}}
{{- $jobs := .root.Values.jobs -}}
{{- with $jobs.databaseUsers }}{{ if .enabled }}
---
{{ include "gx.serverJob" (merge (dict "job" "databases" "server" "mongodb" "args" (list "databases" "create-users") "hooks" (ternary "pre-install,pre-upgrade" "" (eq .when "before")) "weight" -20 "only" (include "gx.onlyOf" "(\\w+_)?MONGO_\\w+")) $) }}
{{- end }}{{ end }}
{{- with $jobs.topics }}{{ if .enabled }}
---
{{ include "gx.serverJob" (merge (dict "job" "topics" "server" "kafka" "args" (concat (list "topics" "create" "--replication-factor" (toString .replicationFactor) "--min-insync-replicas" (toString .minInsyncReplicas)) (ternary (list) (list "--no-access-lists") .accessLists)) "hooks" (ternary "pre-install,pre-upgrade" "" (eq .when "before")) "weight" -15 "only" (include "gx.onlyOf" "(\\w+_)?KAFKA_\\w+|TOPIC_PREFIX")) $) }}
{{- end }}{{ end }}
{{- with $jobs.bankProfile }}{{ if .enabled }}
---
{{ include "gx.job" (merge (dict "job" "bank-profile" "args" (concat (list "bank-profile" "set") .args) "weight" "5" "only" (include "gx.onlyOf" "CHARGE_ADDRESS|GRPC_\\w+|ALLOW_PLAINTEXT_GRPC|BANK_(CLIENT_SECRET|CERTIFICATE|CERTIFICATE_KEY|AUTHORITY)")) $) }}
{{- end }}{{ end }}
{{- with $jobs.ledgerVerify }}{{ if .enabled }}
---
{{ include "gx.cronJob" (merge (dict "job" "ledger-verify" "schedule" .schedule "args" (list "ledger" "verify") "only" (include "gx.onlyOf" "LEDGER_ADDRESS|GRPC_\\w+|ALLOW_PLAINTEXT_GRPC")) $) }}
{{- end }}{{ end }}
{{- with $jobs.reconcile }}{{ if .enabled }}
---
{{ include "gx.cronJob" (merge (dict "job" "reconcile" "schedule" .schedule "args" (list "reconcile" "--date" "yesterday") "only" (include "gx.onlyOf" "(CHARGE|REFUND|PAYOUT|LEDGER)_ADDRESS|GRPC_\\w+|ALLOW_PLAINTEXT_GRPC")) $) }}
{{- end }}{{ end }}
{{- end }}

{{/* By a schedule, once: exit code 1 is what it found, and no reason to read everything again. Takes also {job, schedule, args, only}. */}}
{{- define "gx.cronJob" -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ include "gx.name" . }}-{{ .job }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" . | nindent 4 }}
spec:
  schedule: {{ .schedule | quote }}
  concurrencyPolicy: Forbid
  successfulJobsHistoryLimit: 1
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      {{- include "gx.jobSpec" (merge (dict "deadline" 7200 "retries" 0) .) | nindent 6 }}
{{- end }}

{{/* A hook: made anew by each install and upgrade, gone once it has succeeded, kept with its pods for a look when it has not. Takes also {job, args, weight, only}. */}}
{{- define "gx.job" -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "gx.name" . }}-{{ .job }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gx.labels" . | nindent 4 }}
  annotations:
    {{- include "gx.hook" (dict "hooks" "post-install,post-upgrade" "weight" .weight) | nindent 4 }}
spec:
  {{- include "gx.jobSpec" (merge (dict "deadline" 300) .) | nindent 2 }}
{{- end }}

{{/*
Takes also {args} or {command}, {deadline}, {only}, {account}, {service}, {retries}. Each try is a pod of its own: one that was started again in its place would be
deleted, with what it said, in the moment when the job has failed.
*/}}
{{- define "gx.jobSpec" -}}
backoffLimit: {{ hasKey . "retries" | ternary .retries 10 }}
activeDeadlineSeconds: {{ .deadline }}
template:
  metadata:
    labels:
      {{- include "gx.labels" . | nindent 6 }}
  spec:
    restartPolicy: Never
    {{- include "gx.podSpec" (merge (dict "container" (ternary (printf "command: %s" (toJson .command)) (printf "args: %s" (toJson .args)) (hasKey . "command"))) .) | nindent 4 }}
{{- end }}
