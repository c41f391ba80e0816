{{/* One server of a trial: a pod with a volume, a headless Service, a policy. Takes {root, server, uid, port, dir, callers, secrets, scratch, container}. */}}
{{- define "gx.trialServer" -}}
{{- $prefix := include "gx.prefix" .root }}
{{- $name := printf "%s-%s" $prefix .server }}
{{- $values := index .root.Values.trial .server }}
{{- $selector := include "gx.selector" (dict "root" .root "service" .server) }}
{{- $storage := and .dir .root.Values.trial.storage }}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- $selector | nindent 4 }}
spec:
  clusterIP: None
  # A replica set is made before its member is ready.
  publishNotReadyAddresses: true
  selector:
    {{- $selector | nindent 4 }}
  ports:
    - {name: {{ .server }}, port: {{ .port }}, targetPort: {{ .port }}}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- $selector | nindent 4 }}
automountServiceAccountToken: false
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- $selector | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- $selector | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        {{- include "gx.pods" (dict "root" .root "services" (append .callers .server)) | nindent 8 }}
      ports:
        - {port: {{ .port }}, protocol: TCP}
  egress:
    {{- include "gx.toNameServers" . | nindent 4 }}
    - to:
        {{- include "gx.pods" (dict "root" .root "services" (list .server)) | nindent 8 }}
      ports:
        - {port: {{ .port }}, protocol: TCP}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ $name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- $selector | nindent 4 }}
spec:
  serviceName: {{ $name }}
  replicas: 1
  selector:
    matchLabels:
      {{- $selector | nindent 6 }}
  {{- if $storage }}
  persistentVolumeClaimRetentionPolicy:
    whenDeleted: Delete
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources:
          requests:
            storage: {{ $storage }}
  {{- end }}
  template:
    metadata:
      labels:
        {{- $selector | nindent 8 }}
        app.kubernetes.io/part-of: gx
    spec:
      serviceAccountName: {{ $name }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 30
      securityContext:
        runAsNonRoot: true
        runAsUser: {{ .uid }}
        runAsGroup: {{ .uid }}
        fsGroup: {{ .uid }}
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: {{ .server }}
          image: {{ $values.image }}
          imagePullPolicy: IfNotPresent
          securityContext:
            {{- include "gx.containerSecurity" . | nindent 12 }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          ports:
            - {name: {{ .server }}, containerPort: {{ .port }}}
          readinessProbe:
            tcpSocket: {port: {{ .port }}}
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            tcpSocket: {port: {{ .port }}}
            periodSeconds: 20
            timeoutSeconds: 5
            failureThreshold: 6
          {{- .container | nindent 10 }}
      volumes:
        - name: tmp
          emptyDir: {}
        {{- if not $storage }}
        - name: data
          emptyDir: {}
        {{- end }}
        {{- if .secrets }}
        - name: secrets
          secret:
            secretName: {{ $prefix }}-trial
            defaultMode: 0440
            items:
              {{- range .secrets }}
              - {key: {{ . }}, path: {{ . }}}
              {{- end }}
        {{- end }}
        {{- range .scratch }}
        - name: {{ . | base }}
          emptyDir: {}
        {{- end }}
{{- end }}
