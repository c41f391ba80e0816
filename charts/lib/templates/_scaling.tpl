{{/* With one replica a budget would only keep a node from being drained. */}}
{{- define "gx.disruptionBudget" -}}
{{- $values := .root.Values -}}
{{- $keda := $values.keda | default dict -}}
{{- $least := ternary $values.autoscaling.minReplicas (ternary $keda.minReplicas $values.replicas ($keda.enabled | default false)) $values.autoscaling.enabled -}}
{{- if gt (int $least) 1 -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "gx.meta" . | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "gx.selector" (dict "root" .root "service" .root.Chart.Name) | nindent 6 }}
{{- end -}}
{{- end }}

{{- define "gx.autoscaler" -}}
{{- with .root.Values.autoscaling -}}
{{- if .enabled -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "gx.meta" $ | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "gx.name" $ }}
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .cpuPercent }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: {{ .scaleDownSeconds }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* KEDA, where it is installed: replicas by what waits in the topics that the service reads. */}}
{{- define "gx.scaledObject" -}}
{{- $keda := .root.Values.keda | default dict -}}
{{- if $keda.enabled -}}
{{- if .root.Values.autoscaling.enabled }}{{ fail "autoscaling.enabled and keda.enabled exclude each other: both would set the replicas" }}{{ end -}}
{{- $env := fromYaml (include "gx.environment" .) -}}
{{- $topicPrefix := $env.TOPIC_PREFIX | default "" -}}
{{- $kafka := .root.Values.global.kafka -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "gx.meta" . | nindent 2 }}
spec:
  scaleTargetRef:
    name: {{ include "gx.name" . }}
  minReplicaCount: {{ $keda.minReplicas }}
  maxReplicaCount: {{ $keda.maxReplicas }}
  triggers:
    {{- range .descriptor.consumes }}
    - type: kafka
      metadata:
        bootstrapServers: {{ $env.KAFKA_BROKERS | quote }}
        consumerGroup: {{ printf "%s%s" $topicPrefix .group | quote }}
        topic: {{ printf "%s%s" $topicPrefix .topic | quote }}
        lagThreshold: {{ $keda.lagPerReplica | quote }}
        {{- if $kafka.tls.enabled }}
        tls: enable
        {{- end }}
        {{- with $kafka.sasl.mechanism }}
        sasl: {{ index (dict "plain" "plaintext" "scram-sha-256" "scram_sha256" "scram-sha-512" "scram_sha512") . }}
        {{- end }}
      {{- if include "gx.scalerAuthentication" $ }}
      authenticationRef:
        name: {{ include "gx.name" $ }}
      {{- end }}
    {{- end }}
{{- end -}}
{{- end }}
