import { Button } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { passLimits } from '../../../shared/areas/gate-passes/filters.ts'
import { damageReasons } from '../../../shared/areas/gate-passes/rules.ts'
import type { GatePassItemRow, GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import { readTraced } from '../../../shared/kernel/traced-code.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useRows } from '../../actions/useRows.ts'
import { api, newKey } from '../../api/client.ts'
import { ChoiceField, RemarkField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, SentByKeys, useDialog } from '../../kit/dialogs.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { PhotoField } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useLocale } from '../../table/words.ts'
import { skuFields } from './PassItems.tsx'

interface DifferencesProps extends DialogTurn {
  pass: GatePassRow
  /** Whose label was scanned last. */
  box: string | null
}

/**
 * One place for what came differently: damaged pieces and those beyond what was sent are noted line by line, with reason and photographs, and
 * what has not come is closed short when the pass is completed from here. `differences.open({ box })`.
 */
export function useDifferences(pass: GatePassRow) {
  return useDialog(DifferencesDialog, { pass })
}

const reasons = ['', ...(Object.keys(damageReasons) as (keyof typeof damageReasons)[])] as const

const noteForm = z.object({
  code: z.string().trim().min(1, key('Please scan or type the SKU.')).max(80),
  quantity: z
    .string()
    .regex(/^\d{1,6}$/, key('Please enter a whole number above 0.'))
    .transform(Number),
  reason: z.enum(reasons),
  remark: z.string().trim().max(500),
})

function DifferencesDialog({ pass, box, ...turn }: DifferencesProps) {
  const { t } = useLocale()
  const { gate_pass } = pass
  const list = useRows('gatePasses.gatePassItems', { gate_pass, page_size: 500 })
  return (
    <Modal
      {...turn}
      title={t('Short, too many, damaged: {{number}}', { number: gate_pass })}
      width={1080}
      isTyped
      className="gate-pass-touch"
    >
      <Differences pass={pass} items={list.rows} box={box} onClose={turn.onClose} />
    </Modal>
  )
}

const lineKey = ({ nm_sku, condition }: GatePassItemRow) => `${nm_sku} ${condition}`

interface PartsProps {
  pass: GatePassRow
  items: readonly GatePassItemRow[]
  box: string | null
  onClose: () => void
}

function Differences({ pass, items, box: scannedBox, onClose }: PartsProps) {
  const { t, number: shown } = useLocale()
  const say = useSay()
  const { gate_pass, version } = pass
  const photos = useTyped<readonly string[]>(`note-pieces-photos.${gate_pass}`, z.array(z.string()), [])
  const closing = useTyped(`complete.${gate_pass}`, z.string(), '', t('Remark on what did not come'))
  const [scanId, setScanId] = useState(newKey)
  const [box, setBox] = useState(scannedBox ?? '')
  const [said, setSaid] = useState<string | null>(null)
  const first = useRef<HTMLDivElement>(null)
  const boxes = useRows('gatePasses.boxes', { gate_pass, which: 'all', page_size: 200 })
  const mayReceive = pass.allowed_moves.includes('receive')
  const form = useSentForm(
    noteForm,
    { code: '', quantity: '1', reason: '', remark: '' },
    {
      draft: `note-pieces.${gate_pass}`,
      what: t('Note pieces'),
      send: ({ code, quantity, reason, remark }, options) =>
        api.gatePasses.receiveItem(
          {
            gate_pass,
            ...(box && { box }),
            scans: [
              {
                ...{ code, quantity, image_ids: [...photos.value], scan_id: scanId },
                ...(reason && { damaged: quantity, reason }),
                ...(remark && { remark }),
              },
            ],
          },
          options,
        ),
      done: () => null,
      refresh: ['gatePasses', 'stock'],
      after: ({ data: { results } }) => {
        const [result] = results
        setSaid(result ? say.message(result.message, result.values) : null)
        photos.reset()
        setScanId(newKey())
        first.current?.querySelector('input')?.focus()
      },
    },
  )
  const complete = useAction(
    (_: undefined, options) =>
      api.gatePasses.complete({ gate_pass, version, ...(closing.value && { remark: closing.value }) }, options),
    { refresh: ['gatePasses', 'stock'], done: () => t('Gate pass completed') },
  )
  const finish = async () => {
    if ((await complete.run(undefined)) === undefined) return
    closing.reset()
    onClose()
  }
  const { value: code } = form.field('code')
  const { text } = readTraced(code)
  const chosen = items.find(({ nm_sku, ean }) => nm_sku === text.toUpperCase() || (ean !== null && ean === text))
  // A line that is settled while the dialog is open stays: its numbers are what was noted.
  const shownOnce = useRef(new Set<string>())
  const differing = items.filter((item) => {
    const isDiffering = (item.pending ?? 0) + (item.excess ?? 0) + item.damaged > 0 || item === chosen
    if (isDiffering) shownOnce.current.add(lineKey(item))
    return shownOnce.current.has(lineKey(item))
  })
  const fields: readonly ShownField<GatePassItemRow>[] = [
    ...skuFields<GatePassItemRow>(),
    { id: 'sent', header: key('Sent'), kind: 'pieces', of: ({ sent }) => sent, total: true },
    { id: 'received', header: key('Received'), kind: 'pieces', of: ({ received }) => received, total: true },
    {
      ...{ id: 'pending', header: key('Too few'), kind: 'pieces', total: true },
      of: ({ pending }) => pending,
      mark: ({ pending }) => ((pending ?? 0) > 0 ? 'warn' : undefined),
    },
    { id: 'excess', header: key('Too many'), kind: 'pieces', of: ({ excess }) => excess, total: true },
    { id: 'damaged', header: key('Damaged'), kind: 'pieces', of: ({ damaged }) => damaged, total: true },
    {
      ...{ id: 'choose', header: key('Note pieces'), kind: 'end', isQuiet: true },
      of: (item) => (
        <Button
          size="small"
          variant="minimal"
          text={t('Note pieces')}
          aria-pressed={item === chosen}
          aria-label={`${t('Note pieces')}, ${item.nm_sku}`}
          disabled={!mayReceive}
          onClick={() => {
            form.field('code').onChange(item.nm_sku)
            first.current?.querySelectorAll('input')[1]?.select()
          }}
        />
      ),
    },
  ]
  const quantity = Number(form.field('quantity').value) || 0
  const beyond = chosen ? quantity - (chosen.pending ?? 0) : 0
  const isTooMany = beyond > 0 && box === '' && pass.sent !== null
  return (
    <DialogParts
      onCancel={onClose}
      cancel={t('Close')}
      step={
        pass.allowed_moves.includes('complete')
          ? { text: t('Complete the pass'), run: () => void finish(), isRunning: complete.isRunning }
          : null
      }
      foot={
        pass.pending === null ? null : (
          <p className="muted">{t('Closed short when it is completed: {{n}} pcs.', { n: shown(pass.pending) })}</p>
        )
      }
    >
      <SentByKeys run={form.send} isOff={!mayReceive} className="differences">
        <div className="differences-lines">
          {differing.length === 0 ? (
            <p className="muted">
              {pass.sent === null
                ? t('Received blind: scan what is damaged.')
                : t('Everything came as it was sent. Scan what is damaged or too many.')}
            </p>
          ) : (
            <FieldTable label={t('Differences')} fields={fields} rows={differing} rowKey={lineKey} total={t('Total')} />
          )}
          {(pass.pending ?? 0) > 0 ? (
            <RemarkField label={t('Remark on what did not come')} value={closing.value} onChange={closing.change} />
          ) : null}
        </div>
        <form noValidate onSubmit={form.send} className="differences-form">
          <div ref={first} className="differences-what">
            <TextField {...form.field('code')} label={t('SKU')} maxLength={80} autoFocus />
            <TextField {...form.field('quantity')} label={t('Pieces')} maxLength={6} />
          </div>
          <ChoiceField
            {...form.field('reason')}
            label={t('Condition')}
            choices={reasons.map((one) => [
              one,
              one === '' ? t('In order') : t('Damaged: {{reason}}', { reason: t(damageReasons[one]) }),
            ])}
          />
          <ChoiceField
            label={t('Out of box')}
            value={box}
            onChange={setBox}
            choices={[
              ['', t('Whichever still has some')],
              ...boxes.rows.map((one) => [one.box_code, t('Box {{n}}', { n: one.box_no })] as [string, string]),
            ]}
          />
          <RemarkField {...form.field('remark')} label={t('Remark')} />
          <PhotoSourceContext value="gate-pass">
            <PhotoField
              value={photos.value}
              onChange={photos.change}
              max={passLimits.photos}
              label={t('Photos of the pieces')}
              place={{
                work: `gate-pass ${gate_pass}`,
                field: scanId,
                what: t('Note pieces'),
                by: 'gatePasses.uploadGatePassPhoto',
              }}
            />
          </PhotoSourceContext>
          <div className="differences-note">
            <Button
              type="submit"
              intent={code === '' ? 'none' : 'primary'}
              text={t('Note them')}
              loading={form.isSending}
              disabled={!mayReceive}
            />
            <div className="differences-said">
              {isTooMany ? (
                <p className="muted">
                  {t(
                    '{{n}} pcs are more than is on the road: they count as too many, unless the box that brought them is chosen.',
                    { n: shown(beyond) },
                  )}
                </p>
              ) : null}
              <p role="status">
                <strong>{isTooMany ? '' : said}</strong>
              </p>
            </div>
          </div>
        </form>
      </SentByKeys>
    </DialogParts>
  )
}
