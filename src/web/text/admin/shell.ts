/** What stands around the administrator's tabs, and what their tables share. */
export const shellEn = {
  "admin.title": "Admin panel",
  "admin.tab.users": "Users",
  "admin.tab.messages": "Messages",
  "admin.tab.plans": "Plans",
  "admin.tab.payments": "Payments",
  "admin.tab.settings": "Settings",
} as const;

export const shellMs: Record<keyof typeof shellEn, string> = {
  "admin.title": "Panel pentadbir",
  "admin.tab.users": "Pengguna",
  "admin.tab.messages": "Mesej",
  "admin.tab.plans": "Pelan",
  "admin.tab.payments": "Pembayaran",
  "admin.tab.settings": "Tetapan",
};
