{{/* Labels of the pods of the service, or of a group of workers: dict "role" "office"; without a role, of the service. */}}
{{- define "convertd.labels" -}}
app.kubernetes.io/name: convertd
{{- with .role }}
app.kubernetes.io/component: worker-{{ . }}
convertd/role: worker
{{- else }}
app.kubernetes.io/component: service
{{- end }}
{{- end }}

{{/* A ConfigMap: dict "name" … "data" …. Settings that are null are left out. */}}
{{- define "convertd.settings" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .name }}
  {{- with .labels }}
  labels:
    {{- . | nindent 4 }}
  {{- end }}
data:
  {{- range $name, $value := .data }}
  {{ $name }}: {{ $value | toString | quote }}
  {{- end }}
{{- end }}

{{/*
The template of a Deployment: dict "root" $ "command" "serve" "settings" (name of its own ConfigMap) "secrets" (keys) "labels" (text)
"resources" …, and "data" (its own settings), whose change replaces the pods.
*/}}
{{- define "convertd.pod" -}}
metadata:
  labels:
    {{- .labels | nindent 4 }}
  annotations:
    prometheus.io/scrape: 'true'
    prometheus.io/port: '9090'
    prometheus.io/path: /metrics
    checksum/settings: {{ list .root.Values.settings .data | toJson | sha256sum }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  # More than SHUTDOWN_GRACE and the pause before the stop: what runs then ends in order instead of being cut.
  terminationGracePeriodSeconds: {{ add .data.SHUTDOWN_GRACE 30 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- if eq .command "serve" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- .labels | nindent 10 }}
  {{- end }}
  containers:
    - name: convertd
      image: {{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
      args: [{{ .command }}]
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      envFrom:
        - configMapRef: { name: convertd }
        - configMapRef: { name: {{ .settings }} }
      env:
        {{- range .secrets }}
        - name: {{ . }}
          valueFrom: { secretKeyRef: { name: {{ $.root.Values.secret }}, key: {{ . }} } }
        {{- end }}
      ports:
        - { name: http, containerPort: 8080 }
        - { name: metrics, containerPort: 9090 }
      {{- if eq .command "serve" }}
      # The gateway learns a little late that this pod goes; until then it still answers.
      lifecycle:
        preStop: { exec: { command: [sleep, '10'] } }
      {{- end }}
      # Live: the process answers. A lost database or broker does not make it unlive; it connects again by itself.
      livenessProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 15
        timeoutSeconds: 5
        failureThreshold: 4
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
      startupProbe:
        httpGet: { path: /health/live, port: http }
        periodSeconds: 2
        failureThreshold: 30
      resources:
        {{- toYaml .resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    # Nothing that must outlive the pod: uploads that have not arrived in full, files of running tasks.
    - name: data
      emptyDir: { sizeLimit: 40Gi }
    - name: tmp
      emptyDir: { medium: Memory, sizeLimit: 64Mi }
{{- end }}
