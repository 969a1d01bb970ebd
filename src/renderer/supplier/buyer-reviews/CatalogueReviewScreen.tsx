import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import type { ReviewRow, reviewTabs } from '../../../shared/areas/buyer-reviews/calls.ts'
import { type Verdict, verdictWords } from '../../../shared/areas/buyer-reviews/spread.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { oneOfParam, useListState } from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { LoadedDiscussion } from './Discussion.tsx'
import './reviews.css'

type Tab = Exclude<(typeof reviewTabs)[number], 'mine'>
const tabs = ['open', 'overdue', 'decided'] as const satisfies Tab[]
const tabWords = { open: key('Under review'), overdue: key('Overdue'), decided: key('Closed') } as const

const params = { tab: oneOfParam([...tabs], 'open') }

/** Supplier › Catalogue Review: what all buyers think of each style, how far apart they are, and the decision of the one responsible. */
export function CatalogueReviewScreen() {
  const { t } = useLocale()
  const { state, set } = useListState(params)
  const { tab } = state
  const answer = useAnswer('buyerReviews.getBuyerReviews', { tab })
  return (
    <Page
      title={t('Catalogue Review')}
      tabs={tabs.map((one) => ({ key: one, label: t(tabWords[one]), count: answer.data?.counts[one] }))}
      tab={tab}
      onTab={(next) => set({ tab: next as Tab }, 'push')}
    >
      <ScrollPart className="tabbed-scroll tabbed-pad" label={t('Catalogue Review')}>
        <Loaded
          answer={answer}
          empty={{ is: ({ rows }) => rows.length === 0, shows: <EmptyState title={t('No reviews here')} /> }}
        >
          {({ rows }) => rows.map((row) => <Review key={`${row.catalogue_id} ${row.version}`} row={row} />)}
        </Loaded>
      </ScrollPart>
    </Page>
  )
}

function Review({ row }: { row: ReviewRow }) {
  const { t, plural, name, number, day, instant } = useLocale()
  const words = useTyped(`review.${row.catalogue_id}`, z.string(), '', t('Remark'))
  const { value: remark, change: setRemark } = words
  const [isDiscussed, setDiscussed] = useState(false)
  const { spread } = row
  const decide = useAction(
    async (input: { decision: Verdict }, options) => {
      const about = { catalogue_id: row.catalogue_id, version: row.version, remark }
      const reply = await api.buyerReviews.decideReview({ ...about, ...input }, options)
      words.reset()
      return reply
    },
    { refresh: ['buyerReviews', 'catalogue'], looksAgain: true },
  )
  return (
    <Section title={`${row.catalogue_id} · ${name(row.name, row.name_zh)}`} isOnPage>
      <StylePicture
        of={{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }}
        size="head"
      />
      <p className={row.is_overdue ? 'review-late' : 'muted'}>
        {row.is_overdue ? <strong>{t('Late')} · </strong> : null}
        {t('{{responsible}} decides by {{day}}', { responsible: row.responsible, day: day(row.deadline) })}
        <SurveyBadge of={row.survey} />
        {row.decision ? ` · ${t(verdictWords[row.decision])} ${row.decision_remark ?? ''}` : null}
      </p>
      <p className="muted">
        {row.reviewers.length === 0
          ? t('Every buyer judges it.')
          : t('Asked to judge: {{people}}', { people: row.reviewers.join(', ') })}
      </p>
      {row.went_on ? (
        <p>
          {t('Closed without a decision: {{by}} moved it to {{status}} on {{at}}.', {
            by: row.went_on.by,
            status: t(row.went_on.status),
            at: instant(row.went_on.at),
          })}{' '}
          {row.went_on.remark}
        </p>
      ) : null}
      {row.hidden > 0 ? (
        <p className="muted">
          {plural(
            row.hidden,
            '1 verdict is shown once you have given yours.',
            '{{n}} verdicts are shown once you have given yours.',
          )}{' '}
          <Link to="/supplier/buyer-review">{t('Judge styles')}</Link>
        </p>
      ) : spread.mean === null ? (
        <p className="muted">{t('Nobody has judged it yet.')}</p>
      ) : (
        <>
          <p>
            {t('{{passes}} pass, {{fails}} fail · mean {{mean}}, from {{least}} to {{most}}', {
              passes: number(spread.passes),
              fails: number(spread.fails),
              mean: String(spread.mean),
              least: number(spread.least ?? 0),
              most: number(spread.most ?? 0),
            })}
          </p>
          <Spread least={spread.least ?? 1} most={spread.most ?? 1} mean={spread.mean} />
        </>
      )}
      <ul>
        {row.given.map((one) => (
          <li key={one.reviewer}>
            {one.reviewer}: {t(verdictWords[one.verdict])}, {one.score} {one.remark ? `– ${one.remark}` : ''}
          </li>
        ))}
      </ul>
      <details className="review-discussion" onToggle={({ currentTarget }) => setDiscussed(currentTarget.open)}>
        <summary>{t('Discussion ({{n}})', { n: number(row.notes) })}</summary>
        {isDiscussed ? <LoadedDiscussion catalogueId={row.catalogue_id} /> : null}
      </details>
      {row.is_responsible && row.status === 'Buyer Review Pending' ? (
        <>
          <RemarkField label={t('Remark')} value={remark} onChange={setRemark} />
          <div className="review-buttons">
            <Button
              intent="primary"
              text={t('Take it live')}
              loading={decide.isRunning}
              onClick={() => void decide.run({ decision: 'pass' })}
            />
            <Button
              intent="danger"
              text={t('Reject it')}
              disabled={remark.trim() === ''}
              loading={decide.isRunning}
              onClick={() => void decide.run({ decision: 'fail' })}
            />
          </div>
        </>
      ) : null}
    </Section>
  )
}

/** From the least to the most on a line from 1 to 5, with the mean on it. */
function Spread({ least, most, mean }: { least: number; most: number; mean: number }) {
  const at = (score: number) => 10 + (score - 1) * 45
  return (
    <svg width={200} height={16} aria-hidden="true">
      <line x1={at(1)} x2={at(5)} y1={8} y2={8} stroke="currentColor" opacity={0.25} />
      <line x1={at(least)} x2={at(most)} y1={8} y2={8} stroke="currentColor" strokeWidth={4} opacity={0.5} />
      <circle cx={at(mean)} cy={8} r={5} fill="currentColor" />
    </svg>
  )
}
