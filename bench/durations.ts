/**
 * Seconds that each bench takes. `smoke`: from whole runs of tiny sizes, two halves beside each other on two cores; those of inventory, stock,
 * materials, under-attack and first-load are estimates. `whole`: the sizes to be quoted, measured (scan beside other work) for
 * sheets, packing-list, order-list, qc-box, pack-scan, gate-pass, catalogue and scan; the others are estimates from rounds and data. Whoever makes one puts what it prints here.
 */
export const durations = {
  start: { whole: 60, smoke: 45 },
  labels: { whole: 30, smoke: 4 },
  'first-labels': { whole: 45, smoke: 33 },
  'first-load': { whole: 60, smoke: 1 },
  sheets: { whole: 6, smoke: 1 },
  'packing-list': { whole: 30, smoke: 28 },
  'order-list': { whole: 391, smoke: 145 },
  table: { whole: 300, smoke: 122 },
  catalogue: { whole: 49, smoke: 106 },
  scan: { whole: 462, smoke: 76 },
  'qc-box': { whole: 60, smoke: 66 },
  records: { whole: 240, smoke: 78 },
  'receive-boxes': { whole: 120, smoke: 24 },
  'purchase-order': { whole: 90, smoke: 44 },
  'gate-pass': { whole: 9, smoke: 17 },
  'pack-scan': { whole: 88, smoke: 58 },
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
