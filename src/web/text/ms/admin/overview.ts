/** The strip above the tabs. */
import type { overview as english } from "../../en/admin/overview.ts";
import type { TextsOf } from "../../sections.ts";

export const overview: TextsOf<typeof english> = {
  "overview.title": "Ringkasan",
  "overview.users": "Pengguna",
  "overview.paying": "{{number}} membayar",
  "overview.agents": "Ejen",
  "overview.messagesToday": "Mesej hari ini",
  "overview.thisMonth": "{{number}} bulan ini",
  "overview.revenue": "Hasil bulan ini",
  "overview.pending_one": "{{number}} pembayaran belum selesai",
  "overview.pending_other": "{{number}} pembayaran belum selesai",
  "overview.flagged_one": "{{number}} pembayaran perlu disemak",
  "overview.flagged_other": "{{number}} pembayaran perlu disemak",
  "overview.noPending": "Tiada pembayaran belum selesai",
  "overview.modelCost": "Kos model {{amount}}",
  "overview.models": "Model",
  "overview.noModels": "Belum ada model digunakan",
  "overview.firstToken": "Perkataan pertama dalam {{p50}} (95% dalam {{p95}})",
  "overview.noReply": "Belum ada jawapan",
  "overview.lastError": "Ralat terakhir, {{when}}: {{text}}",
  "overview.machine": "Sapa {{version}}",
  "overview.database": "Pangkalan data {{size}}",
  "overview.disk": "Ruang kosong: {{free}} daripada {{total}}",
  "overview.backup": "Sandaran terakhir {{date}}",
  "overview.noBackup": "Belum ada sandaran",
};
