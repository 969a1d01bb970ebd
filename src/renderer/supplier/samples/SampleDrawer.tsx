import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import type { SampleRow } from '../../../shared/areas/samples/calls.ts'
import { samples } from '../../../shared/areas/samples/lists.ts'
import { lackedPoints, sampleStateWords, sampleWords } from '../../../shared/areas/samples/rounds.ts'
import { centimetres } from '../../../shared/kernel/centimetres.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { describedForm, FormFields, textField, wantedText } from '../../forms/described.tsx'
import { RemarkField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useSentForm } from '../../forms/useSentForm.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { AskSamplesDialog } from './AskSamplesDialog.tsx'
import { MeasureForm, measureDraft, noMeasures, SamplePhotos, Unmeasured } from './SampleFindings.tsx'

type Found = CallData<'samples.getSample'>
type Measure = Found['measures'][number]

/** A sample with its measures, and what may be said of it. */
export function SampleDrawer({ sampleId, onClose }: { sampleId: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('samples.getSample', { sample_id: sampleId })
  return (
    <LoadedDrawer
      answer={answer}
      title={sampleId}
      width={680}
      onClose={onClose}
      missing={t('This sample is not there')}
    >
      {(found) => <Sample key={found.sample.version} found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

function Sample({ found, onClose }: { found: Found; onClose: () => void }) {
  const { sample, measures, allowed, next, image_ids } = found
  const { t, name, plural } = useLocale()
  const [tab, setTab] = useState<'facts' | 'measures' | 'photos'>('facts')
  const verdict = useForm(
    z.object({ remark: z.string() }),
    { remark: '' },
    { draft: `sample-remark.${sample.sample_id}`, what: t('Remark') },
  )
  const { remark } = verdict.values
  const measured = useTyped(`sample-measures.${sample.sample_id}`, measureDraft, noMeasures(found), t('Measures'))
  const move = useAction(
    (input: { to: 'received' | 'measured' | 'passed' | 'failed'; next_round: boolean }, options) =>
      api.samples.moveSample({ sample_id: sample.sample_id, version: sample.version, remark, ...input }, options),
    {
      refresh: ['samples', 'catalogue'],
      looksAgain: true,
      failed: verdict.refuse,
    },
  )
  const judge = async (to: 'passed' | 'failed', next_round: boolean) => {
    if ((await move.run({ to, next_round })) !== undefined) verdict.reset()
  }
  const takeBack = useAskedAction(
    ({ reason }, options) =>
      api.samples.moveSample(
        { sample_id: sample.sample_id, version: sample.version, to: 'measured', remark: reason, next_round: false },
        options,
      ),
    {
      refresh: ['samples', 'catalogue'],
      looksAgain: true,
      ask: () => ({
        draft: `sample-verdict.${sample.sample_id}`,
        title: t('Take the verdict on {{sample}} back?', { sample: sample.sample_id }),
        text: t('The sample is to be judged again. Its style goes back the step that the verdict took it.'),
        confirm: t('Take the verdict back'),
        usual: [key('Pressed by mistake'), key('Measured wrongly'), key('Another sample was meant')],
      }),
    },
  )
  const lacking = lackedPoints(found.points, measures)
  const lackingWords =
    listed(lacking.slice(0, 6).map(({ point, size }) => `${point} ${size}`)) + (lacking.length > 6 ? ' …' : '')
  const isJudgedNow = sample.state === 'passed' || sample.state === 'failed'
  const isSending = sample.state === 'requested' || sample.state === 'sent'
  const judges = sample.state === 'measured'
  const nextRound = sample.round + 1
  const mayAsk = useRight('sampleQc')
  const mayDescribe = mayAsk && (sample.state === 'received' || judges)
  const asks = useDialog(AskSamplesDialog)
  // What failed is followed by a round that is asked for, or by no other: both are offered, neither is forced.
  const mayFollow = sample.state === 'failed' && (next === null || next.state === 'planned')
  const isToAsk = mayAsk && (sample.state === 'planned' || mayFollow)
  return (
    <TabbedDrawer
      of={sample}
      title={`${sample.sample_id} · ${name(sample.name, sample.name_zh)}`}
      beside={<SampleTags sample={sample} />}
      width={680}
      onClose={onClose}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          key: 'facts',
          label: t('About the sample'),
          shows: () => (
            <>
              <Section>
                <FactList fields={samples.fields} row={sample} />
              </Section>
              {isSending ? <SendForm sample={sample} /> : null}
              {sample.state === 'failed' ? (
                <Section title={t('What comes next')}>
                  <p className="muted">
                    {next === null
                      ? t('Ask for another round, or open the style to drop it.')
                      : next.state === 'planned'
                        ? t(
                            'Round {{n}}, {{sample}}, is planned by {{name}} and not asked for yet: ask for it with a day, and its vendor is told.',
                            { n: next.round, sample: next.sample_id, name: next.created_by },
                          )
                        : t('Round {{n}}, {{sample}}, followed, by {{name}}: {{state}}.', {
                            ...{ n: next.round, sample: next.sample_id, name: next.created_by },
                            state: t(sampleStateWords[next.state]),
                          })}
                  </p>
                  <Link to={`/supplier/catalogue-management?tab=all&style=${sample.catalogue_id}`}>
                    {t('Open the style {{catalogue_id}}', { catalogue_id: sample.catalogue_id })}
                  </Link>
                </Section>
              ) : null}
              {judges ? (
                <Section title={t('Verdict')}>
                  {lacking.length > 0 ? (
                    <Callout tone="warn">
                      {plural(
                        lacking.length,
                        '1 point that the spec asks for is not measured.',
                        '{{n}} points that the spec asks for are not measured.',
                      )}{' '}
                      {lackingWords}. {t('Until then the sample cannot pass.')}
                    </Callout>
                  ) : null}
                  <p className="muted">
                    {sample.computed
                      ? t('By its measures: {{verdict}}. What you choose stands beside it.', {
                          verdict: t(sampleStateWords[sample.computed]),
                        })
                      : lacking.length > 0
                        ? t('Its measures say nothing yet.')
                        : t('Its measures say nothing: no point has a specification.')}
                  </p>
                  <RemarkField {...verdict.field('remark')} label={t('Remark')} />
                  <p className="muted">
                    {t(
                      '“Failed, prepare round {{n}}” also makes the next sample of this style, in your name and with a number of its own. Its vendor is told once somebody asks for it with a day.',
                      { n: nextRound },
                    )}
                  </p>
                </Section>
              ) : null}
            </>
          ),
        },
        {
          key: 'measures',
          label: t('Measures'),
          count: measures.length,
          shows: () =>
            mayDescribe ? (
              <MeasureForm found={found} draft={measured.value} onDraft={measured.change} onSaved={measured.reset} />
            ) : measures.length === 0 ? (
              <Section>
                <Unmeasured found={found} />
              </Section>
            ) : (
              <FieldTable
                label={t('Measures')}
                fields={measureFields}
                rows={measures}
                rowKey={(row: Measure) => `${row.size} ${row.point}`}
              />
            ),
        },
        {
          key: 'photos',
          label: t('Photos'),
          count: image_ids.length,
          shows: () => <SamplePhotos found={found} isOpen={mayDescribe} />,
        },
      ]}
      actions={
        <>
          {allowed.includes('received') ? (
            <Button
              intent="primary"
              text={t('Received')}
              loading={move.isRunning}
              onClick={() => void move.run({ to: 'received', next_round: false })}
            />
          ) : null}
          {isToAsk ? (
            <Button
              intent="primary"
              text={mayFollow ? t('Ask for another round…') : t('Ask for it…')}
              onClick={() => asks.open({ styles: [sample.catalogue_id] })}
            />
          ) : null}
          {isJudgedNow && allowed.includes('measured') ? (
            <Button text={t('Take the verdict back…')} loading={takeBack.isRunning} onClick={() => takeBack.ask()} />
          ) : null}
          {judges ? (
            <>
              <Button
                intent="danger"
                variant="minimal"
                text={t('Failed, decide later')}
                disabled={remark.trim() === ''}
                title={remark.trim() === '' ? t(sampleWords.needsRemark) : undefined}
                loading={move.isRunning}
                onClick={() => void judge('failed', false)}
              />
              <Button
                intent="danger"
                variant="minimal"
                text={t('Failed, prepare round {{n}}', { n: nextRound })}
                disabled={remark.trim() === ''}
                title={remark.trim() === '' ? t(sampleWords.needsRemark) : undefined}
                loading={move.isRunning}
                onClick={() => void judge('failed', true)}
              />
              <Button
                intent="primary"
                text={t('Passed')}
                disabled={lacking.length > 0}
                title={lacking.length > 0 ? t('Not measured: {{points}}', { points: lackingWords }) : undefined}
                loading={move.isRunning}
                onClick={() => void judge('passed', false)}
              />
            </>
          ) : null}
        </>
      }
    >
      {asks.dialog}
      {takeBack.dialog}
    </TabbedDrawer>
  )
}

/** How a sample stands, beside its name. */
export function SampleTags({ sample }: { sample: SampleRow }) {
  const { t } = useLocale()
  return (
    <>
      <StatusTag status={sampleStateWords[sample.state]} />
      {sample.is_overdue ? <span className="overdue">{t('Overdue')}</span> : null}
    </>
  )
}

const sending = describedForm({
  carrier: textField(key('Carrier'), 80, { reads: wantedText(key('Please say who carries it.')) }),
  tracking: textField(key('Tracking no.'), 60),
})

/** Who carries a sample: by its vendor, or by us for it. */
export function SendForm({
  sample,
  onDone,
}: {
  sample: Pick<SampleRow, 'sample_id' | 'state' | 'carrier' | 'tracking'>
  onDone?: () => void
}) {
  const { t } = useLocale()
  const form = useSentForm(
    sending.schema,
    { carrier: sample.carrier ?? '', tracking: sample.tracking ?? '' },
    {
      draft: `send-sample.${sample.sample_id}`,
      what: t('Send the sample'),
      send: (values, options) => api.samples.sendSample({ sample_id: sample.sample_id, ...values }, options),
      refresh: ['samples'],
      after: () => onDone?.(),
    },
  )
  return (
    <Section title={t('Shipping')}>
      <form noValidate className="sample-sending" onSubmit={form.send}>
        <FormFields of={sending} form={form} />
        {sample.state === 'sent' ? (
          <Button
            type="submit"
            text={t('Put it right')}
            disabled={!form.isTyped}
            title={form.isTyped ? undefined : t('It is sent. Change the carrier or the number to put it right.')}
            loading={form.isSending}
          />
        ) : (
          <Button type="submit" intent="primary" text={t('Mark as sent')} loading={form.isSending} />
        )}
      </form>
    </Section>
  )
}

const cm = (mm: number | null) => (mm === null ? '' : centimetres(mm))

const measureFields: readonly ShownField<Measure>[] = [
  { id: 'point', header: key('Point of measure'), of: (row) => row.point },
  { id: 'size', header: key('Size'), of: (row) => row.size },
  { id: 'spec', header: key('Should be (cm)'), kind: 'end', of: (row) => cm(row.spec_mm) },
  { id: 'tolerance', header: key('Tolerance (cm)'), kind: 'end', of: (row) => cm(row.tolerance_mm) },
  { id: 'measured', header: key('Measured (cm)'), kind: 'end', of: (row) => cm(row.measured_mm) },
  {
    id: 'beyond',
    header: key('Beyond (cm)'),
    kind: 'end',
    of: (row) => <b className={(row.beyond_mm ?? 0) > 0 ? 'sample-beyond' : ''}>{cm(row.beyond_mm)}</b>,
  },
]
