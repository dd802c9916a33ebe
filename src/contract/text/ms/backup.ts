import type { BackupProblem } from "../../backup.ts";

export const backupProblems: Record<BackupProblem, string> = {
  no_space: "Ruang kosong pada cakera tidak cukup untuk sandaran dan percubaan memulihkannya.",
  disk_full: "Cakera telah penuh.",
  cut: "Fail terpotong selepas ditulis. Periksa cakera.",
  changed: "Fail berubah selepas ditulis. Periksa cakera.",
  wrong_key: "Fail tidak dapat dibuka dengan kunci sandaran.",
  incomplete: "Sebahagian daripada sandaran tiada.",
  database: "Pangkalan data rosak.",
  differs: "Data yang dipulihkan tidak sama dengan data yang disandarkan.",
  files: "Fail yang dimuat naik tidak dapat dibaca.",
  too_long: "Sandaran mengambil masa terlalu lama.",
  failed: "Sandaran tidak dapat disiapkan.",
};
