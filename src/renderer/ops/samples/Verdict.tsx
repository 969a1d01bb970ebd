import { Button } from '@blueprintjs/core'
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
import type { Development } from './MeasureGrid.tsx'

/** The verdict by the measures beside the one that is chosen; judged as at sample QC, by the same call. */
export function Verdict({ found: { sample } }: { found: Development }) {
  const { t, plural } = useLocale()
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
  if (sample.state !== 'measured') return null
  const judge = (to: 'passed' | 'failed') =>
    void move.run({ to, next_round: to === 'failed' }).then((done) => done !== undefined && verdict.reset())
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
          <RemarkField {...verdict.field('remark')} label={t('Remark')} />
          <div className="verdict-actions">
            <Button
              intent="danger"
              variant="minimal"
              text={t('Failed, prepare round {{n}}', { n: sample.round + 1 })}
              disabled={remark.trim() === ''}
              title={remark.trim() === '' ? t(sampleWords.needsRemark) : undefined}
              loading={move.isRunning}
              onClick={() => judge('failed')}
            />
            <Button
              intent="primary"
              text={t('Passed')}
              disabled={sample.lacking > 0}
              loading={move.isRunning}
              onClick={() => judge('passed')}
            />
          </div>
        </>
      ) : null}
    </Section>
  )
}
