import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { type ClearanceFormat, clearanceFormats } from '../../../shared/areas/facilities/clearance.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { contract } from '../../../shared/areas.ts'
import type { CallData } from '../../actions/calls.ts'
import { saveAnswer } from '../../actions/downloads.ts'
import { useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { ChooseFile } from '../../actions/upload/ChooseFile.tsx'
import { FaultTable } from '../../actions/upload/FaultTable.tsx'
import { useAction } from '../../actions/useAction.ts'
import { api, newKey } from '../../api/client.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useLocale } from '../../table/words.ts'
import { FacilityChoice } from './parts.tsx'

const accept = ['.xlsx', '.csv'] as const
const call = contract.facilities.moveFromShipmentPendingToCutting

const flagWords = {
  clear_the_rest: key('Cancel SKUs that the file does not name'),
  create_new_production_order: key('Allow new production orders, one for each style'),
  move_remaining_sku_for_give_style: key('Move the other SKUs of such a style into the new order, too'),
  create_po: key('Write open purchase orders anew with the pieces that stay'),
} as const
const flags = Object.keys(flagWords) as (keyof typeof flagWords)[]

const formatWords = {
  by_sku: key('An SKU in each row'),
  by_order: key('A production order in each row'),
} as const satisfies Record<ClearanceFormat, string>

const options = z.object({
  vendor_id: z.string(),
  sheet_format: z.enum(clearanceFormats),
  clear_the_rest: z.boolean(),
  create_new_production_order: z.boolean(),
  move_remaining_sku_for_give_style: z.boolean(),
  create_po: z.boolean(),
})

type Looked = CallData<'facilities.lookAtClearance'>
type Tried = Looked['rows']

const sumOf = (rows: Tried, is: (row: Tried[number]) => boolean) =>
  rows.reduce((sum, row) => sum + (is(row) ? row.cleared : 0), 0)

const decisionWords = {
  keep: key('Kept'),
  cancel: key('Cancel'),
  new_order: key('New order'),
} as const satisfies Record<Tried[number]['decision'], string>

const fields: readonly ShownField<Tried[number]>[] = [
  { id: 'order', header: key('Production order'), kind: 'code', of: (row) => row.order_action_id },
  { id: 'sku', header: key('SKU'), kind: 'code', of: (row) => row.nm_sku },
  { id: 'colour', header: key('Colour'), of: (row) => `${row.color} · ${row.size}` },
  {
    id: 'decision',
    header: key('What becomes of them'),
    of: (row, { t }) => (row.is_on_hold ? t('Stays: the order is on hold') : t(decisionWords[row.decision])),
    mark: ({ is_on_hold }) => (is_on_hold ? 'warn' : undefined),
  },
  { id: 'pending', header: key('Not cut yet'), kind: 'pieces', of: (row) => row.pending, total: true },
  { id: 'cleared', header: key('Cleared'), kind: 'pieces', of: (row) => row.cleared, total: true },
  { id: 'stays', header: key('Pieces that stay'), kind: 'pieces', of: (row) => row.stays, total: true },
]

/** Clears what a facility has not cut, by a sheet: first tried, which writes nothing and says what would become of each SKU. */
export function ClearanceDialog({ facility, ...turn }: DialogTurn & { facility: string }) {
  const { t, number, day } = useLocale()
  const say = useSay()
  const begins = {
    ...{ vendor_id: facility, sheet_format: 'by_sku' as const, clear_the_rest: false },
    ...{ create_new_production_order: false, move_remaining_sku_for_give_style: false, create_po: false },
  }
  const { value, change, reset } = useTyped('facility-clearance', options, begins, t('Vendor clearance'))
  const [file, setFile] = useState<File | null>(null)
  /** What it would come to, as tried with just this. */
  const [tried, setTried] = useState<Looked | null>(null)
  const { get } = useFile()
  const confirm = useConfirm()
  const { vendor_id, sheet_format } = value
  const chosen = Object.fromEntries(flags.map((one) => [one, String(value[one])])) as Record<
    (typeof flags)[number],
    'true' | 'false'
  >
  const asked = { vendor_id, sheet_format, ...chosen }
  const look = useAction(async (of: File) => (await api.facilities.lookAtClearance({ ...asked, file: of })).data, {
    done: () => null,
    refresh: [],
    failed: () => true,
  })
  const clear = useAction(
    ({ isTrial, of }: { isTrial: boolean; of: File }, { key: once = newKey() }) => {
      const sent = { ...asked, is_trial: isTrial ? 'true' : 'false', file: of } as const
      const seen = isTrial || tried === null ? {} : { expected: sumOf(tried.rows, () => true) }
      return saveAnswer(call, { ...sent, ...seen }, { name: 'vendor_clearance_result.xlsx', key: once, t })
    },
    {
      done: (_, { isTrial }) => (isTrial ? null : t('Cleared. The workbook says what became of each SKU.')),
      failed: () => true,
    },
  )
  const set = (next: Partial<typeof value>) => {
    setTried(null)
    change((now) => ({ ...now, ...next }))
  }
  const tryIt = async (of: File) => {
    clear.clearError()
    setTried((await look.run(of)) ?? null)
  }
  const clearIt = async (of: File, rows: Tried) => {
    const isMeant = await confirm.ask({
      title: t('Clear what {{facility}} has not cut?', { facility: vendor_id }),
      text: words(rows),
      confirm: t('Clear it'),
      isDangerous: true,
    })
    if (!isMeant) return
    const ran = await clear.run({ isTrial: false, of })
    if (ran === undefined) return setTried(null)
    reset()
    turn.onClose()
  }
  const words = (rows: Tried) =>
    t('{{cancelled}} pcs cancelled, {{anew}} pcs into new orders, {{kept}} pcs not cut yet are kept.', {
      cancelled: number(sumOf(rows, ({ decision }) => decision === 'cancel')),
      anew: number(sumOf(rows, ({ decision }) => decision === 'new_order')),
      kept: number(rows.reduce((sum, { pending, cleared }) => sum + pending - cleared, 0)),
    })
  const error = look.error ?? clear.error
  const { faults = [], fault_count: count } = error?.details ?? {}
  const isReady = file !== null && value.vendor_id !== ''
  return (
    <Modal {...turn} title={t('Vendor clearance')} width={640} isTyped className="facility-touch">
      <DialogParts
        onCancel={turn.onClose}
        more={
          <Button
            text={t('Try it')}
            intent={tried ? 'none' : 'primary'}
            disabled={!isReady}
            loading={look.isRunning}
            onClick={() => file && void tryIt(file)}
          />
        }
        step={{
          text: t('Clear it…'),
          run: async () => {
            if (file && tried) await clearIt(file, tried.rows)
          },
          intent: 'danger',
          isOff: !isReady || tried === null || clear.isRunning,
        }}
        foot={tried ? null : t('It is tried first.')}
      >
        {error === null ? null : (
          <>
            <Callout tone="bad">{say.problem(error)}</Callout>
            {faults.length > 0 ? <FaultTable faults={faults} count={count ?? faults.length} /> : null}
          </>
        )}
        <div className="facility-fields">
          <FacilityChoice value={value.vendor_id} onChange={(vendor_id) => set({ vendor_id })} />
          <ChoiceField
            label={t('What the rows are of')}
            value={value.sheet_format}
            choices={clearanceFormats.map((one) => [one, t(formatWords[one])])}
            onChange={(sheet_format) => set({ sheet_format })}
          />
        </div>
        {flags.map((one) => (
          <label key={one} className="check-label facility-check">
            <input type="checkbox" checked={value[one]} onChange={({ target }) => set({ [one]: target.checked })} />
            {t(flagWords[one])}
          </label>
        ))}
        <ChooseFile
          options={{
            accept,
            template: {
              label: t('What is not cut yet, as the sheet to fill in'),
              download: () => {
                if (value.vendor_id !== '')
                  get(contract.facilities.downloadFacilityOrderFile, { facility: value.vendor_id, status: 'pending' })
              },
            },
          }}
          context={undefined}
          problem={value.vendor_id === '' ? t(facilityWords.whichFacility) : null}
          onFile={(chosen) => {
            setTried(null)
            look.clearError()
            clear.clearError()
            setFile(chosen)
          }}
        />
        {file === null ? null : <p className="code">{file.name}</p>}
        {tried === null || file === null ? null : (
          <section className="facility-tried" aria-label={t('What it would come to')}>
            <Callout tone="good">
              {t('Tried; nothing is written.')} {words(tried.rows)}{' '}
              {tried.new_due_on
                ? `${t('Purchase orders that were past their day are written anew with the usual days: due on {{day}}.', { day: day(tried.new_due_on) })} `
                : null}
              <Button
                size="small"
                text={t('As a workbook')}
                loading={clear.isRunning}
                onClick={() => void clear.run({ isTrial: true, of: file })}
              />
            </Callout>
            <FieldTable
              fields={fields}
              rows={tried.rows}
              rowKey={(row) => `${row.order_action_id} ${row.nm_sku}`}
              total={t('Total')}
            />
          </section>
        )}
      </DialogParts>
      {confirm.dialog}
    </Modal>
  )
}
