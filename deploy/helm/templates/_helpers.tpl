{{- define "sapa.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "sapa.selector" -}}
app.kubernetes.io/name: sapa
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sapa.labels" -}}
{{ include "sapa.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "sapa.secret" -}}
{{- .Values.existingSecret | default (include "sapa.name" .) -}}
{{- end -}}

{{- define "sapa.host" -}}
{{- (urlParse (required "Set publicUrl, such as https://chat.example.com" .Values.publicUrl)).host -}}
{{- end -}}
