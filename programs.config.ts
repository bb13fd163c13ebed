/** What runs in a process or a thread of its own beside the app: its name in a bundle, and its source. */
export const programs = {
  sandbox: 'sandbox/main.ts',
  'export-worker': 'electron/features/reports/export/export-worker.ts',
  'query-worker': 'electron/features/reports/pages/query-worker.ts',
  'search-worker': 'electron/store/search/search-worker.ts',
  'backup-worker': 'electron/store/recovery/backup-worker.ts',
  'answer-worker': 'electron/service/answers/answer-worker.ts',
  'branches-worker': 'electron/features/hub/branches-worker.ts',
  'claim-worker': 'electron/features/hub/claim-worker.ts',
  'hub-worker': 'electron/features/hub/hub-worker.ts',
  'mirror-worker': 'electron/features/hub/mirrors/mirror-worker.ts',
  'opening-worker': 'electron/store/journal/opening-worker.ts',
  'check-process': 'electron/store/check/check-process.ts',
  'copy-process': 'electron/store/elsewhere/copy-process.ts',
  'keyring-process': 'electron/host/keyring/keyring-process.ts',
  'update-process': 'electron/update/update-process.ts',
  'device-writer': 'electron/features/receipts/device-writer.ts',
}
