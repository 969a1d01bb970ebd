import { Button } from '@blueprintjs/core'
import { z } from 'zod'
import type { DisputeLine, DisputeRow } from '../../../shared/areas/disputes/calls.ts'
import {
  disputedWords,
  LONGEST_DISPUTE_WORDS,
  nextSteps,
  nextStepWords,
  stepsIn,
  upheldProblem,
} from '../../../shared/areas/disputes/rules.ts'
import { openMoves } from '../../../shared/kernel/lifecycle.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { wantedText } from '../../forms/described.tsx'
import { ChoiceField, RemarkField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { useWorkPhotos } from '../../photos/use-photo-uploads.ts'
import { useLocale } from '../../table/words.ts'
import { DisputePhotos } from './DisputePhotos.tsx'

const refresh = ['disputes', 'scorecards', 'home', 'rejectedSkus'] as const
const words = wantedText(key('Please say it in words.'))
const image_ids = z.array(z.string())
const answerSchema = z.object({ words, image_ids })

/** The vendor's answer to what QC asked. */
export function AnswerForm({ dispute }: { dispute: DisputeRow }) {
  const { t } = useLocale()
  const work = `dispute.answer.${dispute.number}`
  const photos = useWorkPhotos(work, true, 'photos')
  const sent = useSentForm(
    answerSchema,
    { words: '', image_ids: [] },
    {
      ...{ draft: work, what: t('Answer to QC'), looksAgain: true, refresh: [...refresh] },
      send: (typed, options) =>
        api.disputes.answerDispute({ number: dispute.number, version: dispute.version, ...typed }, options),
      after: photos.drop,
    },
  )
  return (
    <Section title={t('Answer to QC')}>
      <form noValidate className="dispute-form" onSubmit={sent.send}>
        <RemarkField {...sent.field('words')} label={t('In your words')} maxLength={LONGEST_DISPUTE_WORDS} />
        <DisputePhotos work={work} ids={sent.values.image_ids} onIds={(ids) => sent.change({ image_ids: ids })} />
        <div>
          <Button
            type="submit"
            intent="primary"
            text={t('Send the answer')}
            loading={sent.isSending}
            disabled={photos.state !== null}
          />
        </div>
      </form>
    </Section>
  )
}

/** The vendor takes its dispute back. */
export function Withdraw({ dispute }: { dispute: DisputeRow }) {
  const { t } = useLocale()
  const withdraw = useAskedAction(
    (_: object, options) =>
      api.disputes.withdrawDispute({ number: dispute.number, version: dispute.version, words: '' }, options),
    {
      ...{ refresh: [...refresh], looksAgain: true, what: t('Withdraw the dispute') },
      ask: () => ({ title: t('Withdraw this dispute?'), confirm: t('Withdraw'), isDangerous: true }),
    },
  )
  return (
    <Section>
      <Button variant="minimal" text={t('Withdraw the dispute…')} onClick={() => withdraw.ask({})} />
      {withdraw.dialog}
    </Section>
  )
}

const moves = {
  ask: key('Ask the vendor'),
  upheld: key('Uphold all of it'),
  partly_upheld: key('Uphold a part of it'),
  turned_down: key('Turn it down'),
} as const

const houseSchema = z.object({
  move: z.enum(['', 'ask', 'upheld', 'partly_upheld', 'turned_down']),
  words,
  next: z.enum(['', ...nextSteps]),
  upheld: z.record(z.string(), z.number().nullable()),
  image_ids,
})

const lineKey = ({ nm_sku, kind }: DisputeLine) => `${nm_sku} ${kind}`
type Typed = Readonly<Record<string, number | null>>

/** QC asks, or decides: in words, with photographs, and with what is next where it agrees. */
export function HouseForm({ found }: { found: CallData<'disputes.getDispute'> }) {
  const { t } = useLocale()
  const { dispute, lines } = found
  const open = openMoves(found.moves)
  const { number, version } = dispute
  const work = `dispute.house.${number}`
  const photos = useWorkPhotos(work, true, 'photos')
  const offered = (Object.keys(moves) as (keyof typeof moves)[]).filter((one) =>
    open.includes(one === 'ask' ? 'ask' : 'settle'),
  )
  const [only, another] = offered
  const sent = useSentForm(
    houseSchema,
    { move: another === undefined ? (only ?? '') : '', words: '', next: '', upheld: {}, image_ids: [] },
    {
      ...{ draft: work, what: t('What QC says'), looksAgain: true, refresh: [...refresh] },
      send: ({ move, next, upheld, ...typed }, options) => {
        const said = { number, version, ...typed }
        if (move === 'ask' || move === '') return api.disputes.askAboutDispute(said, options)
        return api.disputes.settleDispute(
          {
            ...said,
            outcome: move,
            next: next === '' || move === 'turned_down' ? null : next,
            lines: lines.map((line) => ({ nm_sku: line.nm_sku, kind: line.kind, upheld: upheld[lineKey(line)] ?? 0 })),
          },
          options,
        )
      },
      after: photos.drop,
    },
  )
  const { move, next, upheld } = sent.values
  const agrees = move === 'upheld' || move === 'partly_upheld'
  const problem =
    move === 'partly_upheld'
      ? upheldProblem(
          move,
          lines.map(({ pieces }) => pieces),
          lines.map((line) => upheld[lineKey(line)] ?? 0),
        )
      : null
  return (
    <Section title={t('What QC says')}>
      <form noValidate className="dispute-form" onSubmit={sent.send}>
        {another === undefined ? null : (
          <ChoiceField
            {...sent.field('move')}
            label={t('What do you do?')}
            choices={[['', t('Please choose')], ...offered.map((one) => [one, t(moves[one])] as const)]}
          />
        )}
        {move === 'partly_upheld' ? (
          <FieldTable
            className="plain-scroll"
            label={t('Pieces upheld')}
            fields={upheldFields(upheld, (typed) => sent.change({ upheld: typed }))}
            rows={lines}
            rowKey={lineKey}
          />
        ) : null}
        {agrees ? (
          <ChoiceField
            {...sent.field('next')}
            label={t('What is next')}
            hint={t('No piece and no price moves by the decision. It says what is to be done.')}
            choices={[
              ['', t('Please choose')],
              ...stepsIn[dispute.country].map((one) => [one, t(nextStepWords[one])] as const),
            ]}
          />
        ) : null}
        <RemarkField {...sent.field('words')} label={t('Words to the vendor')} maxLength={LONGEST_DISPUTE_WORDS} />
        <DisputePhotos work={work} ids={sent.values.image_ids} onIds={(ids) => sent.change({ image_ids: ids })} />
        {problem ? <p className="muted">{t(problem)}</p> : null}
        <div>
          <Button
            type="submit"
            intent="primary"
            text={move === '' ? t('Send to the vendor') : t(moves[move])}
            loading={sent.isSending}
            disabled={move === '' || problem !== null || (agrees && next === '') || photos.state !== null}
          />
        </div>
      </form>
    </Section>
  )
}

function upheldFields(typed: Typed, onType: (typed: Record<string, number | null>) => void) {
  return [
    { id: 'nm_sku', header: key('NM SKU'), kind: 'code', of: (line) => line.nm_sku },
    { id: 'kind', header: key('QC says'), kind: 'word', of: (line) => disputedWords[line.kind] },
    { id: 'pieces', header: key('Pieces disputed'), kind: 'pieces', of: (line) => line.pieces },
    {
      ...{ id: 'upheld', header: key('Pieces upheld'), kind: 'end' },
      of: (line, { t }) => (
        <QuantityInput
          value={typed[lineKey(line)] ?? null}
          max={line.pieces}
          placeholder="0"
          label={`${t('Pieces upheld')}, ${line.nm_sku}`}
          isInvalid={(typed[lineKey(line)] ?? 0) > line.pieces}
          onChange={(pieces) => onType({ ...typed, [lineKey(line)]: pieces })}
        />
      ),
    },
  ] satisfies readonly ShownField<DisputeLine>[]
}

const ownerSchema = z.object({ owner_id: wantedText(key('Please choose a person.')) })

/** Somebody else of QC becomes its owner, and is told. */
export function HandOver({ dispute }: { dispute: DisputeRow }) {
  const { t } = useLocale()
  const { number, version, owner_id } = dispute
  const people = useAnswer('disputes.disputeOwners', { number }).data?.people ?? []
  const sent = useSentForm(
    ownerSchema,
    { owner_id: '' },
    {
      draft: `hand-over.${number}`,
      ...{ what: t('Hand over'), looksAgain: true, refresh: [...refresh] },
      send: (typed, options) => api.disputes.handOverDispute({ number, version, ...typed }, options),
    },
  )
  return (
    <Section title={t('Hand over')}>
      <form noValidate className="dispute-form" onSubmit={sent.send}>
        <ChoiceField
          {...sent.field('owner_id')}
          label={t('New owner')}
          choices={[
            ['', t('Please choose')],
            ...people.filter(({ id }) => id !== owner_id).map(({ id, name }) => [id, name] as const),
          ]}
        />
        <div>
          <Button type="submit" text={t('Hand over')} loading={sent.isSending} disabled={sent.values.owner_id === ''} />
        </div>
      </form>
    </Section>
  )
}
