import './fabrics.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { materialUnitWords } from '../../../shared/areas/materials/material.ts'
import type { CallData } from '../../actions/calls.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { type DialogTurn, SentByKeys } from '../../kit/dialogs.tsx'
import { StepButton } from '../../kit/StepButton.tsx'
import { Callout } from '../../kit/states.tsx'
import { ScanField } from '../../scan/ScanField.tsx'
import { useLocale } from '../../table/words.ts'
import { MaterialChooser, useMaterial } from '../materials/parts.tsx'
import { TextSheet } from '../materials/TextSheet.tsx'
import { emptyRolls, keyAt, readRolls, receiveColumns, typedRolls, withEdits, withScan } from './receive-sheet.ts'
import { useRollLabels } from './use-roll-labels.ts'

type Received = CallData<'materials.createFabric'>['rolls']
const draft = z.object({ material_id: z.string(), site: z.string(), place: z.string(), rolls: typedRolls })
const begins = { material_id: '', site: '', place: '', rolls: emptyRolls }

/** Rolls of one fabric that came in: typed, pasted from a packing list, or scanned one by one. */
export function ReceiveDrawer(turn: DialogTurn) {
  const { t, name, number } = useLocale()
  const say = useSay()
  const typed = useTyped('materials.receive', draft, begins, t('Receive rolls'))
  const { material_id, site, place, rolls } = typed.value
  const change = (part: Partial<typeof begins>) => typed.change((now) => ({ ...now, ...part }))
  const [isTried, setTried] = useState(false)
  const [received, setReceived] = useState<Received>([])
  const choices = useAnswer('stock.stockChoices', {}).data
  const sites = choices?.sites.filter(({ kind }) => kind === 'warehouse' || kind === 'production') ?? []
  const material = useMaterial(material_id)
  const read = readRolls(rolls, material?.kind !== 'product_accessories')
  const receive = useAction(
    (_: undefined, options) =>
      api.materials.createFabric({ material_id, site, place: place.trim() || null, rolls: read.rolls }, options),
    { refresh: ['materials', 'production'] },
  )
  const refused = receive.error ? say.fields(receive.error) : []
  const ofForm = (name: string) => refused.find(({ field }) => field === name)?.words ?? null
  const faults = new Map<string, string>([
    ...read.faults.map((fault) => [`${fault.row} ${fault.column}`, say.message(fault.message, fault.values)] as const),
    ...refused.flatMap(({ field, words }) => {
      const [list, at, column = 'supplier_roll'] = field.split('.')
      return list === 'rolls' ? [[`${read.rowOf[Number(at)]} ${column}`, words] as const] : []
    }),
  ])
  const wanted = (value: string, words: string) => (isTried && value === '' ? words : null)
  const isOff = read.rolls.length === 0 || read.faults.length > 0
  const send = async () => {
    setTried(true)
    if (material_id === '' || site === '' || isOff) return
    const reply = await receive.run(undefined)
    if (reply === undefined) return
    setReceived(reply.data.rolls)
    setTried(false)
    // More of the same delivery goes to the same place.
    typed.change({ ...begins, site, place })
  }
  return (
    <Drawer
      {...turn}
      title={t('Receive rolls')}
      width={900}
      actions={
        <>
          <span className="muted fabric-sum" role="status">
            {t('Rolls: {{n}}, in all {{metres}}', {
              n: number(read.rolls.length),
              metres: number(Math.round(read.rolls.reduce((sum, { length_m }) => sum + length_m, 0) * 100) / 100),
            })}
          </span>
          {isTried && read.faults.length > 0 ? (
            <span className="warn-text">
              {t('Cells to fill in or to mend: {{n}}', { n: number(read.faults.length) })}
            </span>
          ) : null}
          {typed.isTyped ? <Button text={t('Clear')} onClick={typed.reset} /> : null}
          <StepButton
            intent="primary"
            text={t('Receive')}
            disabled={read.rolls.length === 0 && read.faults.length === 0}
            isRunning={receive.isRunning}
            onClick={() => void send()}
          />
        </>
      }
    >
      {received.length > 0 ? <ReceivedNote rolls={received} /> : null}
      <Section>
        <div className="fabric-form">
          <MaterialChooser
            chosen={material_id}
            problem={ofForm('material_id') ?? wanted(material_id, t('Please choose a material.'))}
            onChoose={(id) => change({ material_id: id })}
          />
          <div className="form-grid">
            <ChoiceField
              label={t('Site ')}
              value={site}
              problem={ofForm('site') ?? wanted(site, t('Please choose a site.'))}
              choices={[
                ['', t('Choose a site…')],
                ...sites.map((one) => [one.site, `${one.site} · ${name(one.name, one.name_zh)}`] as const),
              ]}
              onChange={(chosen) => change({ site: chosen })}
            />
            <TextField
              label={t('Shelf')}
              hint={t('Left empty, they lie on the floor.')}
              problem={ofForm('place')}
              value={place}
              maxLength={40}
              onChange={(shelf) => change({ place: shelf })}
            />
          </div>
        </div>
      </Section>
      <Section title={t('Rolls')}>
        <ScanField
          size="normal"
          label={t('Mill’s roll no.')}
          hint={t('A scan fills the next row; lot, shade and measures are those of the row above.')}
          onScan={({ code }) => typed.change((now) => ({ ...now, rolls: withScan(now.rolls, code) }))}
        />
        <SentByKeys run={() => void send()} isOff={read.rolls.length === 0 && read.faults.length === 0}>
          <TextSheet
            label={t('Rolls to receive')}
            heads={[t('Row')]}
            columns={receiveColumns.map((column) => ({
              ...column,
              label:
                column.key === 'length_m' && material && material.unit !== 'metre'
                  ? t(materialUnitWords[material.unit])
                  : t(column.label),
            }))}
            rows={rolls.map((_, at) => ({ key: String(at), heads: [at + 1], label: t('Row {{n}}', { n: at + 1 }) }))}
            textAt={({ row, column }) => rolls[row]?.[keyAt(column)] ?? ''}
            onChange={(edits) => typed.change((now) => ({ ...now, rolls: withEdits(now.rolls, edits) }))}
            grows
            faultAt={({ row, column }) => {
              const fault = faults.get(`${row} ${keyAt(column)}`) ?? null
              // What is not typed yet is no fault before somebody wants to send it.
              return fault !== null && !isTried && (rolls[row]?.[keyAt(column)] ?? '') === '' ? null : fault
            }}
          />
        </SentByKeys>
      </Section>
    </Drawer>
  )
}

/** Said of a sheet that was taken: the labels are wanted before the rolls are put away. */
function ReceivedNote({ rolls }: { rolls: Received }) {
  const { t, number } = useLocale()
  const labels = useRollLabels()
  return (
    <Callout tone="good">
      <span className="fabric-received">
        {t('Rolls received: {{n}}.', { n: number(rolls.length) })}
        <Button
          size="small"
          intent="primary"
          text={t('Print labels…')}
          onClick={() => labels.open(rolls.map(({ roll }) => roll))}
        />
      </span>
      {labels.dialog}
    </Callout>
  )
}
