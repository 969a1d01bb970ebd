import { describe, expect, it, vi } from 'vitest'
import { currentUnsaved, forgetAllUnsaved, hearOfScans, noteWaitingScans } from '../../src/renderer/app/unsaved.ts'
import type { ListedScan } from '../../src/renderer/scan/scan-queue.ts'
import type { StationResult } from '../../src/renderer/scan/scan-station.ts'
import { linesText, refusedEntries, stageText } from '../../src/renderer/supply-management/production/stage-queue.ts'
import { outboxEntries } from '../../src/renderer/supply-management/shipments/outbox-entries.ts'

// The queue hears when the connection is back.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()))

const place = stageText({
  ...{ facility: 'NOI1', order: 'PR-000001', into: 'packed', from: 'checking' },
  ...{ is_undo: false, reason: '', quantity: 1 },
})

function entry(scan_id: string, code: string, outcome: string | null): ListedScan<StationResult> {
  const result = outcome === null ? null : { scan_id, code, outcome, message: '', values: {} }
  const record = { ...{ scan_id, owner: 'one', order: 1, code, action: 'move', place }, takesBack: null, result }
  return { record: { ...record, scanned_at: '2026-11-30T09:00:00.000Z' }, undo: null, foreseen: null }
}

describe('entries of stages that were refused', () => {
  // Would catch: two entries kept without a connection, the first refused and the second taken: the worker reads only that the second
  // went through, and the pieces of the first stay where they were.
  it('stay told whatever was sent after them; scans are told at their station', () => {
    const lines = linesText([
      { nm_sku: 'AC4005BLK-XL', quantity: 1 },
      { nm_sku: 'AC4005BLK-M', quantity: 12 },
    ])
    const listed = [
      entry('waiting', lines, null),
      entry('taken', lines, 'moved'),
      entry('scan', 'AC4005BLK-M', 'refused'),
      entry('refused', lines, 'refused'),
    ]
    expect(refusedEntries(listed).map(({ record, at }) => [record.scan_id, at.order, at.into])).toEqual([
      ['refused', 'PR-000001', 'packed'],
    ])
  })
})

describe('boxes and what was received, as sent from here', () => {
  // Would catch: a box that was refused and is pushed out of the list by ten newer ones: nobody packs its pieces again.
  it('shows the newest ten, and every older one that was refused', () => {
    const newer = Array.from({ length: 12 }, (_, at) => entry(`box-${at}`, 'AC4005BLK-M ×1', 'packed'))
    const shown = outboxEntries([...newer, entry('refused', 'AC4005BLK-M ×9', 'refused')], () => true)
    expect(shown.map(({ record }) => record.scan_id)).toEqual([
      ...newer.slice(0, 10).map(({ record }) => record.scan_id),
      'refused',
    ])
    expect(outboxEntries(newer, () => false)).toEqual([])
  })
})

describe('entries that wait, in the header', () => {
  const counts = () => currentUnsaved().map(({ count }) => count)

  // Would catch: entries of stages that wait without a connection and are not counted, since a queue with nothing in it was opened after.
  it('are counted over all queues, whichever is heard of last', () => {
    noteWaitingScans('stages', 2)
    hearOfScans('boxes', { waiting: 0, isStuck: false })
    hearOfScans('stages', { waiting: 2, isStuck: true })
    hearOfScans('boxes', { waiting: 0, isStuck: false })
    expect(counts()).toEqual([2])
    hearOfScans('boxes', { waiting: 1, isStuck: true })
    expect(counts()).toEqual([3])
    hearOfScans('stages', { waiting: 0, isStuck: false })
    expect(counts()).toEqual([1])
    forgetAllUnsaved()
    hearOfScans('stages', { waiting: 1, isStuck: true })
    expect(counts()).toEqual([1])
    hearOfScans('stages', { waiting: 0, isStuck: false })
    expect(counts()).toEqual([])
  })
})
