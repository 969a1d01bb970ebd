import type { OrderRow } from '../../../src/shared/areas/orders/shapes.ts'
import type { Mount, Mounted } from './mounted.ts'

declare global {
  interface Window {
    grid?: Mounted
    /** Milliseconds from the rows in memory to the first painted ones. */
    firstPaintMs?: number
  }
}

const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })

/** Only the code of the grid that the address names is loaded; nothing of the other is in its memory. */
async function loadGrid(): Promise<Mount> {
  if (new URLSearchParams(location.search).get('grid') === 'ours') return (await import('./ours.tsx')).mount
  return (await import('./ag-grid.ts')).mount
}

const root = document.getElementById('root') ?? document.body
const mount = await loadGrid()
const rows: OrderRow[] = await (await fetch('/rows.json')).json()
await painted()
const started = performance.now()
window.grid = await mount(root, rows)
while (!root.querySelector('.dt-body [role=gridcell] > *, .ag-row .ag-cell-value:not(:empty)')) await painted()
await painted()
window.firstPaintMs = performance.now() - started
