import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useTyped } from '../../src/renderer/forms/useTyped.ts'
import { laidOver, typedCells, useTypedGrid } from '../../src/renderer/kit/quantity-grid/use-typed-grid.ts'
import { holdKey } from '../../src/renderer/kit/sealed.ts'
import { driveHook } from '../support/hooks.ts'

let kept: Map<string, string>

beforeEach(() => {
  holdKey('nobody', Buffer.alloc(32, 1).toString('base64'))
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Elements into which people type, paste or lay photographs. */
const typedIn =
  /^(input|textarea|InputGroup|TextArea|TextField|RemarkField|DecimalField|DayField|QuantityInput|QuantityGrid|Grid|PhotoField|AttributeFields)$/

/** Typed text that is no work: there is nothing to come back for. */
const noWork: Readonly<Record<string, string>> = {
  'warehouse/gate-passes/PlanByScreen.tsx search': 'a search',
  'warehouse/put-away/PutAwayScreen.tsx text': 'a scan, sent with Enter',
  'warehouse/stock-counts/CountScan.tsx pieces': 'how many the next scan stands for',
  'supply-management/production/ScanPart.tsx pieces': 'how many the next scan stands for',
  'ops/new-order/StylePicker.tsx search': 'a search',
  'kit/SearchChoices.tsx text': 'a search',
  'app/trace/TraceDialog.tsx typed': 'a search',
  'supplier/shipments/ShipmentFacts.tsx number': 'the number of a file to download',
  'supplier/shipments/packing/PackingTab.tsx size': 'one number of a popover, with a usual one',
  'supplier/qc/settings/ExampleLot.tsx lotSize': 'an example, never saved',
  'supplier/qc/inspect/CartonsDialog.tsx cartons': 'one number, the answer to a question',
  'supplier/qc/inspect/SampleTable.tsx isTyping': 'whether the field has the focus',
  'supplier/rejected-skus/ReworkDialog.tsx pieces': 'one number, the answer to a question',
  'supplier/price-negotiations/AcceptDialog.tsx text': 'a bound of what is shown, never saved',
  'supplier/samples/AskSamplesDialog.tsx due': 'a day, with a usual one',
  'supplier/catalogue/dialogs.tsx text': 'why, struck by one key and sent with Enter',
  'kit/SearchChoices.tsx active': 'a search',
  'kit/SearchChoices.tsx isWanted': 'a search',
  'ops/fabrics/InspectDialog.tsx size': 'of the next defect, before it stands among the kept ones',
  'ops/fabrics/InspectDialog.tsx at': 'of the next defect, before it stands among the kept ones',
  'ops/fabrics/ReserveDialog.tsx shown': 'what was found for the kept numbers',
  'ops/production/GridPart.tsx color': 'of the next cells, before they stand in the kept grid',
  'ops/production/GridPart.tsx size': 'of the next cells, before they stand in the kept grid',
  'ops/production/NumberField.tsx text': 'a number, kept with its form as soon as it is one',
  'ops/product-mapping/StyleMapping.tsx part': 'one choice, before it is a column of the kept grid',
  'supplier/samples/SampleFindings.tsx fresh': 'the name of a line before it is added, beside the kept ones',
}

interface HandMade {
  file: string
  state: string
}

/** State of `useState` that a field's `onChange` sets: typed work that goes with the screen. */
function handMade(file: string, source: string): HandMade[] {
  const states = [...source.matchAll(/const \[(\w+), (\w+)\] = useState/g)]
  return states.flatMap(([, state = '', setter = '']) => {
    const uses = [...source.matchAll(new RegExp(`onChange=\\{[^}]*?\\b${setter}\\b`, 'g'))]
    const isTyped = uses.some(({ index }) => {
      const before = source.slice(0, index)
      const tag = [...before.matchAll(/<([A-Za-z]\w*)\b(?![^<]*\/>)/g)].at(-1)
      const element = before.slice(tag?.index ?? 0)
      return typedIn.test(tag?.[1] ?? '') && !/type="(checkbox|radio|search|range)"/.test(element)
    })
    return isTyped ? [{ file, state }] : []
  })
}

const all = globSync('src/renderer/**/*.tsx').map((path) => [
  path.replace('src/renderer/', ''),
  readFileSync(path, 'utf8'),
])

describe('nothing typed is lost', () => {
  // Would catch: a new dialog or grid that holds what is typed in useState, gone with Esc, Back, a tab or a reload.
  it('because no field and no grid keeps what is typed in state of its own, without a draft', () => {
    const found = all
      .flatMap(([file = '', source = '']) => handMade(file, source))
      .map((one) => `${one.file} ${one.state}`)
    expect(found.filter((one) => !(one in noWork))).toEqual([])
  })

  it('and the search for them finds one', () => {
    const source = `const [remark, setRemark] = useState('')\nreturn <RemarkField label={t('Why?')} value={remark} onChange={setRemark} />`
    expect(handMade('x.tsx', source)).toEqual([{ file: 'x.tsx', state: 'remark' }])
    expect(handMade('x.tsx', source.replace('<RemarkField', '<ChoiceField'))).toEqual([])
  })

  // Would catch: two forms that share a draft, so that the words of one stand in the other.
  it('and each form has a draft of its own name', () => {
    const names = all.flatMap(([file = '', source = '']) =>
      [...source.matchAll(/\bdraft: (`[^`]+`|'[^']+')/g)].map(([, name = '']) => ({ file, name: name.slice(1, -1) })),
    )
    expect(names.length).toBeGreaterThan(60)
    const files = Map.groupBy(names, ({ name }) => name)
    const shared = [...files].filter(([, of]) => of.length > 1).map(([name]) => name)
    // Numbers of stock counts, gate passes and orders differ by their first letters.
    expect(shared.filter((name) => !/^(cancel|reopen|post)\.\$/.test(name))).toEqual([])
  })

  // Would catch: forms that forget the record: what was typed for one gate pass offered for another.
  it('comes back to its record, and to no other', async () => {
    const use = (record: string) => useTyped(record, z.string(), '')
    const first = driveHook(use, 'submit.GP-1')
    await first.go((now) => now.change('MH 12 AB 1234'))
    expect(driveHook(use, 'submit.GP-1').now.value).toBe('MH 12 AB 1234')
    expect(driveHook(use, 'submit.GP-2').now).toMatchObject({ value: '', isTyped: false })
    await first.go((now) => now.change(''))
    first.end()
    expect([...kept.values()]).toEqual([])
  })

  // Would catch: Undo of an answer after its order has left the list, which forgets what was typed.
  it('nor what is put back when its form has gone already', async () => {
    const use = (record: string) => useTyped(record, z.string(), '')
    const first = driveHook(use, 'answer.PO-1')
    const { change } = first.now
    first.end()
    change('refused: 3')
    expect(driveHook(use, 'answer.PO-1').now.value).toBe('refused: 3')
  })

  // Would catch: a stale save of a grid that loads the record anew and shows the old numbers of cells nobody typed in.
  it('in a grid: only the cells typed in are kept, over what the record says by then', async () => {
    const start = { a: { pieces: 5 }, b: { pieces: 7 } }
    const use = (now: typeof start) => useTypedGrid('dimensions.S-1', now)
    const grid = driveHook(use, start)
    await grid.go((now) => now.change({ a: { pieces: 6 }, b: { pieces: 7 } }))
    expect(driveHook(use, { a: { pieces: 5 }, b: { pieces: 9 } }).now.value).toEqual({
      a: { pieces: 6 },
      b: { pieces: 9 },
    })
    const same = driveHook(use, { a: { pieces: 6 }, b: { pieces: 9 } })
    expect(same.now.isTyped).toBe(false)
    expect(laidOver({ b: { pieces: 1 } }, typedCells(start, { a: { pieces: 6 }, b: { pieces: 7 } }))).toEqual({
      b: { pieces: 1 },
    })
    grid.end()
  })

  // Would catch: real stock, below zero where more is promised than there is, kept as if somebody had typed it: the draft is then
  // no grid of pieces, and what was typed is gone once the drawer is closed.
  it('in a grid: what was typed comes back where a layer that follows from it is below zero', async () => {
    const start = { a: { available: 13 }, b: { available: 7 } }
    const use = (now: typeof start) => useTypedGrid('inventory.S-1', now)
    const grid = driveHook(use, start)
    await grid.go((now) => now.change({ a: { available: 99, real_stock: 92 }, b: { available: 7, real_stock: -7 } }))
    grid.end()
    const again = driveHook(use, start)
    expect(again.now.value).toEqual({ a: { available: 99 }, b: { available: 7 } })
    await again.go((now) => now.change({ a: { available: 13, real_stock: 6 }, b: { available: 7, real_stock: -7 } }))
    expect(again.now.isTyped).toBe(false)
    again.end()
  })
})
