import { Button } from '@blueprintjs/core'
import type { GarmentSpec } from '../../../shared/areas/garment-specs/calls.ts'
import type { SpecKind } from '../../../shared/areas/garment-specs/changes.ts'
import { api } from '../../api/client.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { Callout, Instant } from '../../kit/states.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { Differences, useSumWords } from './Differences.tsx'

type Proposal = GarmentSpec['proposals'][number]

export const kindWords = {
  points: key('Points of measure'),
  grading: key('Grading'),
} as const satisfies Record<SpecKind, string>

const refusals = [
  key('Not as agreed'),
  key('The sample was made by the old measures'),
  key('Tolerances are too wide'),
] as const

/** What a vendor wants to change of a live style, old beside new: the company agrees or says why not. */
export function SpecProposals({ code, proposals }: { code: string; proposals: readonly Proposal[] }) {
  return proposals.map((proposal) => <OneProposal key={proposal.id} code={code} proposal={proposal} />)
}

function OneProposal({ code, proposal }: { code: string; proposal: Proposal }) {
  const { t } = useLocale()
  const sumWords = useSumWords()
  const mayDecide = useRight('agreeGarmentSpecs')
  const { id, of, sums, differences, version, made_by, made_at, file_name } = proposal
  const decide = useAskedAction<unknown, { agrees: boolean }>(
    ({ agrees, reason }, options) =>
      api.garmentSpecs.decideGarmentChange(
        { code, proposal_id: id, version, agrees, ...sums, ...(reason ? { remark: reason } : {}) },
        options,
      ),
    {
      what: t('Garment specs and grading'),
      refresh: ['garmentSpecs', 'production'],
      looksAgain: true,
      ask: ({ agrees }) =>
        agrees
          ? {
              title: t('Agree to the change of {{code}}?', { code }),
              text: `${sumWords(sums)}. ${t('QC measures the live style by it from then on.')}`,
              confirm: t('Agree'),
            }
          : {
              draft: `garment-change.${id}`,
              title: t('Refuse the change of {{code}}?', { code }),
              text: t('Nothing of it is taken; its vendor is told why.'),
              confirm: t('Refuse'),
              usual: refusals,
            },
    },
  )
  return (
    <Section title={t('Change that waits: {{of}}', { of: t(kindWords[of]) })} isOnPage>
      <Callout tone="warn">
        {t('Wanted by {{name}}', { name: made_by })} · <Instant at={made_at} />
        {file_name ? ` · ${file_name}` : ''} · {sumWords(sums)}
      </Callout>
      <Differences label={t('Change that waits: {{of}}', { of: t(kindWords[of]) })} rows={differences} />
      {mayDecide ? (
        <p className="spec-decide">
          <Button
            intent="danger"
            variant="minimal"
            text={t('Refuse…')}
            loading={decide.isRunning}
            onClick={() => decide.ask({ agrees: false })}
          />
          <Button
            intent="primary"
            text={t('Agree…')}
            loading={decide.isRunning}
            onClick={() => decide.ask({ agrees: true })}
          />
        </p>
      ) : (
        <p className="muted">{t('Until somebody of the company agrees, QC measures by what stands.')}</p>
      )}
      {decide.dialog}
    </Section>
  )
}
