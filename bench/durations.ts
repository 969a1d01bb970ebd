/**
 * Seconds that each bench takes. `smoke`: from whole runs of tiny sizes, two halves beside each other on two cores; those of inventory, stock,
 * materials, under-attack and first-load are estimates. `whole`: the sizes to be quoted, each an estimate from rounds and data, that in
 * all come to what such a run takes, somewhat over an hour. Whoever makes one puts what it prints here.
 */
export const durations = {
  start: { whole: 60, smoke: 45 },
  labels: { whole: 30, smoke: 4 },
  'first-labels': { whole: 45, smoke: 33 },
  'first-load': { whole: 60, smoke: 1 },
  sheets: { whole: 40, smoke: 1 },
  'packing-list': { whole: 120, smoke: 28 },
  'order-list': { whole: 400, smoke: 145 },
  table: { whole: 300, smoke: 122 },
  catalogue: { whole: 240, smoke: 106 },
  scan: { whole: 400, smoke: 76 },
  'qc-box': { whole: 130, smoke: 66 },
  records: { whole: 240, smoke: 78 },
  'receive-boxes': { whole: 120, smoke: 24 },
  'purchase-order': { whole: 90, smoke: 44 },
  'gate-pass': { whole: 90, smoke: 17 },
  'pack-scan': { whole: 200, smoke: 58 },
  inventory: { whole: 240, smoke: 60 },
  stock: { whole: 300, smoke: 60 },
  materials: { whole: 240, smoke: 60 },
  production: { whole: 300, smoke: 120 },
  facilities: { whole: 180, smoke: 115 },
  pipeline: { whole: 420, smoke: 239 },
  peers: { whole: 150, smoke: 1 },
  'peer-erp': { whole: 430, smoke: 155 },
  allocation: { whole: 60, smoke: 2 },
  'under-attack': { whole: 120, smoke: 45 },
} as const
