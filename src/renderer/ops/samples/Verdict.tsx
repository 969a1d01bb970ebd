import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { sampleStateWords, sampleWords } from '../../../shared/areas/samples/rounds.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useForm } from '../../forms/useForm.ts'
import { Section } from '../../kit/Drawer.tsx'
import { Callout } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { type Development, isJudged } from './MeasureGrid.tsx'
import { SampleQcLink } from './SampleQcLink.tsx'

/** The verdict by the measures beside the one that is chosen; judged as at sample QC, by the same call. */
export function Verdict({ found: { sample, rounds }, unsaved }: { found: Development; unsaved: number }) {
  const { t, plural } = useLocale()
  const [asksWhy, setAsksWhy] = useState(false)
  const mayJudge = useRight('sampleQc')
  const verdict = useForm(
    z.object({ remark: z.string() }),
    { remark: '' },
    { draft: `final-verdict.${sample.sample_id}`, what: t('Remark') },
  )
  const { remark } = verdict.values
  const move = useAction(
    (input: { to: 'passed' | 'failed'; next_round: boolean }, options) =>
      api.samples.moveSample({ sample_id: sample.sample_id, version: sample.version, remark, ...input }, options),
    { refresh: ['sampleDevelopment', 'samples', 'catalogue'], looksAgain: true, failed: verdict.refuse },
  )
  if (isJudged(sample.state)) {
    const said = rounds.find(({ sample_id }) => sample_id === sample.sample_id)?.remark
    return (
      <Section title={t('Verdict')}>
        <p>
          <b>{t(sampleStateWords[sample.state])}</b>
          {said ? ` · ${said}` : ''}
        </p>
        <SampleQcLink sampleId={sample.sample_id} />
      </Section>
    )
  }
  if (sample.state !== 'measured') return null
  const judge = (to: 'passed' | 'failed') => {
    const needsWhy = remark.trim() === '' && to === 'failed'
    setAsksWhy(needsWhy)
    if (needsWhy) return
    void move.run({ to, next_round: to === 'failed' }).then((done) => done !== undefined && verdict.reset())
  }
  const fails = sample.computed === 'failed'
  const shut =
    unsaved > 0 ? t('Measures are typed and not saved: save them, or throw them away, before the verdict.') : null
  const field = verdict.field('remark')
  return (
    <Section title={t('Verdict')}>
      {sample.critical_out > 0 ? (
        <Callout tone="bad">
          {plural(
            sample.critical_out,
            '1 measure at a critical point is out of tolerance.',
            '{{n}} measures at critical points are out of tolerance.',
          )}
        </Callout>
      ) : null}
      {sample.lacking > 0 ? (
        <Callout tone="warn">
          {plural(
            sample.lacking,
            '1 point that the spec asks for is not measured.',
            '{{n}} points that the spec asks for are not measured.',
          )}
        </Callout>
      ) : null}
      <p className="muted">
        {sample.computed
          ? t('By its measures: {{verdict}}. What you choose stands beside it.', {
              verdict: t(sampleStateWords[sample.computed]),
            })
          : t('Its measures say nothing yet.')}
      </p>
      {mayJudge ? (
        <>
          {shut === null ? null : <Callout tone="warn">{shut}</Callout>}
          <RemarkField
            {...field}
            label={t('Remark')}
            problem={asksWhy && remark.trim() === '' ? t(sampleWords.needsRemark) : field.problem}
          />
          <div className="verdict-actions">
            <Button
              intent="danger"
              variant={fails ? 'solid' : 'minimal'}
              text={t('Failed, prepare round {{n}}', { n: sample.round + 1 })}
              disabled={shut !== null}
              loading={move.isRunning}
              onClick={() => judge('failed')}
            />
            <Button
              intent={fails ? 'none' : 'primary'}
              text={t('Passed')}
              disabled={sample.lacking > 0 || shut !== null}
              loading={move.isRunning}
              onClick={() => judge('passed')}
            />
          </div>
        </>
      ) : null}
    </Section>
  )
}
