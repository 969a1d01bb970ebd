import { Button, PopoverNext } from '@blueprintjs/core'
import type { TFunction } from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { useFormats, useNamed } from '../../i18n/formats.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { draftKey, useSavedDraft } from '../../kit/drafts.ts'
import { Instant } from '../../kit/states.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import type { Packing } from './packing/packing-draft.ts'
import type { ShipmentDetails } from './ShipmentActions.tsx'

interface ShipmentFactsProps {
  details: ShipmentDetails
  /** Shows the answer of a save; typed boxes count as typed on the new version. */
  onSaved: (packing: Packing, before: number) => void
}

export const factFields = ['invoice_number', 'carrier'] as const
type FactField = (typeof factFields)[number]
type FactChange = Partial<Record<FactField, string | null>>

/** Names what is typed in a field and not saved yet, among drafts. */
export const factDraft = (shipmentId: string, field: FactField) => `shipment.${shipmentId}.${field}`

/** What a shipment is: when, where to, how much; invoice number and carrier are typed in place. */
export function ShipmentFacts({ details: { shipment, boxes }, onSaved }: ShipmentFactsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const named = useNamed()
  const { shipment_id, version, invoice_number, carrier } = shipment
  const what = t('Details of {{shipment_id}}', { shipment_id })
  const save = useAction(
    (change: FactChange & { version: number }, options) =>
      api.shipments.updateShipmentDetails({ shipment_id, ...change }, options),
    { what, done: () => t('Saved') },
  )
  const seen = useRef(version)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    seen.current = version
  }, [version])
  // One after the other: whoever tabs on and types the next fact has not been overtaken by the first one's save.
  const keep = (change: FactChange) => {
    const saving = turn.current.then(async () => {
      const before = seen.current
      const reply = await save.run({ ...change, version: before })
      if (reply === undefined) return false
      seen.current = reply.data.shipment.version
      onSaved(reply.data, before)
      return true
    })
    turn.current = saving
    return saving
  }
  const canDescribe = shipment.allowed_moves.includes('describe')
  const fact = (label: string, value: string | null, field: FactField, maxLength: number) =>
    canDescribe ? (
      <TextFact
        {...{ label, value, maxLength, what }}
        draft={factDraft(shipment_id, field)}
        onSave={(text) => keep({ [field]: text })}
      />
    ) : (
      (value ?? '–')
    )
  return (
    <div className="ship-facts">
      <Facts
        facts={[
          [t('Created'), <Instant key="created" at={shipment.created_date} of={shipment} />],
          [
            t('Shipped on'),
            shipment.shipped_at ? <Instant key="shipped" at={shipment.shipped_at} of={shipment} /> : null,
          ],
          [t('Destination'), named(shipment.destination, shipment.destination_zh)],
          [t('Boxes'), formats.number(boxes.length)],
          [t('Pieces'), formats.number(shipment.total_quantity)],
          [t('CBM'), volumeOf(shipment, t)],
          [t('Invoice number'), fact(t('Invoice number'), invoice_number, 'invoice_number', 60)],
          [t('Carrier'), fact(t('Carrier'), carrier, 'carrier', 80)],
        ]}
      />
    </div>
  )
}

/** Says beside a volume how many boxes are not in it. */
function volumeOf({ cbm, boxes_without_size }: ShipmentDetails['shipment'], t: TFunction): string | null {
  if (cbm === null) return null
  const volume = cbm.toFixed(3)
  return boxes_without_size > 0 ? `${volume} · ${t('Boxes without size: {{n}}', { n: boxes_without_size })}` : volume
}

const isText = (saved: unknown): saved is string => typeof saved === 'string'

interface TextFactProps {
  label: string
  value: string | null
  maxLength: number
  /** Names what is typed and not saved yet: among drafts, and to the user. */
  draft: string
  what: string
  onSave: (value: string | null) => Promise<boolean>
}

/** A fact that is typed in place: Enter or leaving the field saves, Escape brings the saved one back. Kept as a draft until then. */
export function TextFact({ label, value, maxLength, draft, what, onSave }: TextFactProps) {
  const { t } = useTranslation()
  const [saved, keep] = useSavedDraft(draftKey(useUserId(), draft), isText)
  const text = saved ?? value ?? ''
  const [isSaving, setSaving] = useState(false)
  useUnsaved(saved !== null, what)
  const save = async () => {
    const wanted = text.trim()
    if (isSaving) return
    if (wanted === (value ?? '')) return keep(() => null)
    setSaving(true)
    // Refused: what was typed stays in the field.
    if (await onSave(wanted || null)) keep(() => null)
    setSaving(false)
  }
  return (
    <span className="text-fact-box">
      <input
        className="text-field text-fact"
        value={text}
        aria-label={label}
        placeholder={t('Not given')}
        maxLength={maxLength}
        disabled={isSaving}
        data-typed={saved !== null || undefined}
        onChange={({ target }) => keep(() => target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          keep(() => null)
        }}
      />
      {saved !== null && !isSaving && <span className="unsaved-fact">{t('Not saved yet')}</span>}
    </span>
  )
}

/** The packing list of every shipment on one invoice, asked for by its number. */
export function InvoicePackingList() {
  const { t } = useTranslation()
  const file = useFile()
  const [number, setNumber] = useState('')
  const get = () => {
    const invoice_number = number.trim()
    const done = t('Successfully downloaded packing file')
    if (invoice_number !== '') file.get(contract.shipments.downloadPackingFile, { invoice_number }, done)
  }
  const form = (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault()
        get()
      }}
    >
      <label htmlFor="invoice-number">{t('Invoice number')}</label>
      <input
        id="invoice-number"
        className="text-field"
        value={number}
        maxLength={60}
        // biome-ignore lint/a11y/noAutofocus: the popover was opened to type this number
        autoFocus
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" intent="primary" text={t('Download')} loading={file.isGetting} disabled={!number.trim()} />
    </form>
  )
  return (
    <PopoverNext content={form} placement="bottom-end" animation="minimal" arrow={false}>
      <Button text={t('Packing list by invoice…')} />
    </PopoverNext>
  )
}
