import { HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { Section } from '../../kit/Drawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { BoxDisputes } from './BoxDisputes.tsx'

interface NoteLine {
  sscc: string
  shipment_id: string
  box_no: string
  nm_sku: string
}

/** What was said of what India sends back or claims by a note, box by box, and the vendor's way to dispute it. */
export function NoteDisputes({ lines }: { lines: readonly NoteLine[] }) {
  const { t } = useLocale()
  const [chosen, setChosen] = useState('')
  const seesDisputes = useRight('qcDisputes')
  const boxes = [...new Map(lines.map((line) => [line.sscc, line])).values()]
  const [first] = boxes
  const box = boxes.find(({ sscc }) => sscc === chosen) ?? first
  if (!seesDisputes || box === undefined) return null
  return (
    <>
      {boxes.length > 1 ? (
        <Section title={t('Disputes')}>
          <HTMLSelect
            aria-label={t('Box')}
            value={box.sscc}
            options={boxes.map((one) => ({ value: one.sscc, label: `${one.shipment_id} / ${one.box_no}` }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </Section>
      ) : null}
      <BoxDisputes
        key={box.sscc}
        sscc={box.sscc}
        country="india"
        box={`${box.shipment_id} / ${box.box_no}`}
        skus={new Set(lines.flatMap((line) => (line.sscc === box.sscc ? [line.nm_sku] : [])))}
      />
    </>
  )
}
