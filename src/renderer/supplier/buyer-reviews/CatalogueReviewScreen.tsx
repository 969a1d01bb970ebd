import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import type { ReviewRow, reviewTabs } from '../../../shared/areas/buyer-reviews/calls.ts'
import { type Verdict, verdictWords } from '../../../shared/areas/buyer-reviews/spread.ts'
import { contract } from '../../../shared/areas.ts'
import { useFile } from '../../actions/files.tsx'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { RemarkField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { FilterBar } from '../../table/FilterBar.tsx'
import {
  choiceFilter,
  differs,
  type Filter,
  flagFilter,
  flagParam,
  oneOfParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { LoadedDiscussion } from './Discussion.tsx'
import './reviews.css'

type Tab = Exclude<(typeof reviewTabs)[number], 'mine'>
const tabs = ['open', 'overdue', 'decided'] as const satisfies Tab[]
const tabWords = { open: key('Under review'), overdue: key('Overdue'), decided: key('Closed') } as const

const params = {
  tab: oneOfParam([...tabs], 'open'),
  search: textParam(),
  supplier: textParam(),
  category: textParam(),
  own: flagParam(),
}

/** Supplier › Catalogue Review: what all buyers think of each style, how far apart they are, and the decision of the one responsible. */
export function CatalogueReviewScreen() {
  const { t, plural, name } = useLocale()
  const { language } = useTranslation().i18n
  const address = useListState(params)
  const { state, set } = address
  const { tab, search, supplier, category, own } = state
  const answer = useAnswer('buyerReviews.getBuyerReviews', { tab })
  const file = useFile()
  const all = answer.data?.rows ?? []
  const words = search.toLowerCase().split(/\s+/)
  const matches = (row: ReviewRow) => {
    const said = [row.catalogue_id, row.name, row.name_zh, row.supplier_id, row.supplier_name, row.supplier_name_zh]
    const text = [...said, row.category, t(row.category), row.responsible].join(' ').toLowerCase()
    return (
      words.every((word) => text.includes(word)) &&
      (supplier === '' || supplier === row.supplier_id) &&
      (category === '' || category === row.category) &&
      (!own || row.is_responsible)
    )
  }
  const shown = all.filter(matches)
  const isFiltered = differs(params, state, ['search', 'supplier', 'category', 'own'])
  const choices = (of: (row: ReviewRow) => readonly [string, string]) =>
    [...new Map(all.map(of))].map(([value, label]) => ({
      ...{ value, label },
      count: all.filter((row) => of(row)[0] === value).length,
    }))
  const filters: Filter<typeof params>[] = [
    searchFilter('search', t('Style, vendor or who decides')),
    choiceFilter(
      'supplier',
      t('Supplier'),
      choices((row) => [row.supplier_id, name(row.supplier_name, row.supplier_name_zh)]),
    ),
    choiceFilter(
      'category',
      t('Category'),
      choices((row) => [row.category, t(row.category)]),
    ),
    flagFilter('own', t('I decide')),
  ]
  return (
    <Page
      title={t('Catalogue Review')}
      tabs={tabs.map((one) => ({
        ...{ key: one, label: t(tabWords[one]) },
        count: one === tab && isFiltered ? answer.data && shown.length : answer.data?.counts[one],
        isBeyondFilter: one !== tab && isFiltered,
        sharedWith: one === 'open' ? ['overdue'] : one === 'overdue' ? ['open'] : [],
      }))}
      tab={tab}
      onTab={(next) => set({ tab: next as Tab }, 'push')}
    >
      <div className="review-page">
        <div className="review-bar">
          <FilterBar params={params} address={address} filters={filters} />
          <span className="is-end">
            <Button
              size="small"
              text={plural(shown.length, 'Export 1 style', 'Export {{n}} styles')}
              disabled={shown.length === 0}
              loading={file.isGetting}
              onClick={() =>
                file.get(contract.catalogue.downloadVendorCatalogueFile, {
                  catalogue_ids: shown.map(({ catalogue_id }) => catalogue_id),
                  language,
                })
              }
            />
          </span>
        </div>
        <ScrollPart className="review-cards" label={t('Catalogue Review')}>
          <Loaded
            answer={answer}
            empty={{
              is: () => shown.length === 0,
              shows: <EmptyState title={all.length === 0 ? t('No reviews here') : t('No review matches')} />,
            }}
          >
            {() => shown.map((row) => <Review key={`${row.catalogue_id} ${row.version}`} row={row} />)}
          </Loaded>
        </ScrollPart>
      </div>
    </Page>
  )
}

const facts: readonly ShownField<ReviewRow>[] = [
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'category', header: key('Category'), kind: 'word', of: (row) => row.category },
  { id: 'price', header: key('Price'), kind: 'money', of: (row) => row.price },
  {
    ...{ id: 'colors', header: key('Colours') },
    of: (row, { name, listed }) => listed(row.colors.map((one) => name(one.color, one.color_zh))),
  },
  { id: 'responsible', header: key('Who decides'), of: (row) => row.responsible },
  {
    ...{ id: 'deadline', header: key('Judged and decided by'), kind: 'part' },
    of: (row, { day }) => <span className={row.is_overdue ? 'review-late' : undefined}>{day(row.deadline)}</span>,
  },
  {
    ...{ id: 'reviewers', header: key('Who judges') },
    of: (row, { t, listed }) => (row.reviewers.length === 0 ? t('Every buyer') : listed(row.reviewers)),
  },
]

function Review({ row }: { row: ReviewRow }) {
  const { t, plural, name, number, instant } = useLocale()
  const [isDiscussed, setDiscussed] = useState(false)
  const { spread } = row
  return (
    <article className="review-card">
      <StylePicture
        of={{ picture: row.picture, style_id: row.catalogue_id, style_name: row.name, style_name_zh: row.name_zh }}
        size="tile"
        isButton
      />
      <div>
        <h2>
          <span className="code">{row.catalogue_id}</span> {name(row.name, row.name_zh)}{' '}
          {row.is_overdue ? (
            <span className="status-tag" data-tone="bad">
              {t('Late')}
            </span>
          ) : null}{' '}
          <SurveyBadge of={row.survey} />
        </h2>
        <FactList fields={facts} row={row} />
        <details className="review-discussion" onToggle={({ currentTarget }) => setDiscussed(currentTarget.open)}>
          <summary>{t('Discussion ({{n}})', { n: number(row.notes) })}</summary>
          {isDiscussed ? <LoadedDiscussion catalogueId={row.catalogue_id} /> : null}
        </details>
      </div>
      <div className="review-decide">
        {row.decision ? (
          <p>
            <span className="status-tag" data-tone={row.decision === 'pass' ? 'good' : 'bad'}>
              {t(verdictWords[row.decision])}
            </span>{' '}
            {row.decision_remark}
          </p>
        ) : null}
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
            <Link to={`/supplier/buyer-review?${new URLSearchParams({ style: row.catalogue_id })}`}>
              {t('Judge styles')}
            </Link>
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
              <strong>{one.reviewer}</strong> · {t(verdictWords[one.verdict])} {one.score}
              {one.remark ? <div className="muted">{one.remark}</div> : null}
            </li>
          ))}
        </ul>
        {row.is_responsible && row.status === 'Buyer Review Pending' ? <Decision row={row} /> : null}
      </div>
    </article>
  )
}

/** Of the one who decides: going live says first what it makes; a rejection is taken back at once by its toast. */
function Decision({ row }: { row: ReviewRow }) {
  const { t } = useLocale()
  const words = useTyped(`review.${row.catalogue_id}`, z.string(), '', t('Remark'))
  const { value: remark, change: setRemark } = words
  const decide = useAction(
    async (input: { decision: Verdict }, options) => {
      const about = { catalogue_id: row.catalogue_id, version: row.version, remark }
      const reply = await api.buyerReviews.decideReview({ ...about, ...input }, options)
      words.reset()
      return reply
    },
    {
      undo: (_, __, options) =>
        api.catalogue.updateVendorCatalogue(
          { catalogue_ids: [row.catalogue_id], back: true, remark: 'Undone at once' },
          options,
        ),
      canUndo: ({ decision }) => decision === 'fail',
      refresh: ['buyerReviews', 'catalogue', 'home'],
      looksAgain: true,
    },
  )
  const live = useDialog(DecideDialog, { row, onAgreed: () => void decide.run({ decision: 'pass' }) })
  return (
    <>
      <RemarkField label={t('Remark, needed to reject it')} value={remark} onChange={setRemark} />
      <div className="review-buttons">
        <Button intent="primary" text={t('Take it live…')} loading={decide.isRunning} onClick={() => live.open()} />
        <Button
          intent="danger"
          text={t('Reject it')}
          disabled={remark.trim() === ''}
          loading={decide.isRunning}
          onClick={() => void decide.run({ decision: 'fail' })}
        />
      </div>
      {live.dialog}
    </>
  )
}

/** From the least to the most on a line from 1 to 5, with the mean on it. */
function Spread({ least, most, mean }: { least: number; most: number; mean: number }) {
  const at = (score: number) => 10 + (score - 1) * 45
  return (
    <svg width={200} height={32} aria-hidden="true">
      <line x1={at(1)} x2={at(5)} y1={8} y2={8} stroke="currentColor" opacity={0.25} />
      <line x1={at(least)} x2={at(most)} y1={8} y2={8} stroke="currentColor" strokeWidth={4} opacity={0.5} />
      <circle cx={at(mean)} cy={8} r={5} fill="currentColor" />
      {[1, 5].map((score) => (
        <text key={score} x={at(score)} y={28} fontSize={11} textAnchor="middle" fill="currentColor" opacity={0.7}>
          {score}
        </text>
      ))}
    </svg>
  )
}
