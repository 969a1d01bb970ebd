import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { reviewWords } from '../../../shared/areas/buyer-reviews/spread.ts'
import { attributesOf, missingLabels } from '../../../shared/areas/catalogue/attributes.ts'
import type { CatalogueRow } from '../../../shared/areas/catalogue/calls.ts'
import { type CatalogueStatus, endedStatuses } from '../../../shared/areas/catalogue/statuses.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { SurveyBadge } from '../../kit/SurveyBadge.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout } from '../../kit/states.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'

import { Discussion, Said } from '../buyer-reviews/Discussion.tsx'
import { maySee, OpenReviewsDialog } from '../buyer-reviews/OpenReviewsDialog.tsx'

import { AskSamplesDialog } from '../samples/AskSamplesDialog.tsx'

import { AttributeFields, saidOf, typedOf } from './attributes.tsx'
import { RemarkDialog } from './dialogs.tsx'
import { EditDialog } from './EditDialog.tsx'
import { StylePictures } from './StylePictures.tsx'

type Found = CallData<'catalogue.getStyleDetails'>

const wide = 720

interface CatalogueDrawerProps {
  id: string
  onClose: () => void
}

/** A style in the catalogue: what it is like, who moved it and why, and what the house says of it. */
export function CatalogueDrawer({ id, onClose }: CatalogueDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer('catalogue.getStyleDetails', { catalogue_id: id })
  return (
    <LoadedDrawer answer={answer} title={id} width={wide} onClose={onClose} missing={t('This style is not there')}>
      {(found) => <Style key={`${id} ${found.style.version}`} found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

function Style({ found, onClose }: { found: Found; onClose: () => void }) {
  const { t, name, day, listed } = useLocale()
  const { style, moves, notes } = found
  const [tab, setTab] = useState<'about' | 'history' | 'notes'>('about')
  const review = useDialog(OpenReviewsDialog)
  const edit = useDialog(EditDialog)
  const move = useAction(
    ({ to, remark }: { to: CatalogueStatus | 'back'; remark?: string }, options) =>
      api.catalogue.updateVendorCatalogue(
        {
          ...{ catalogue_ids: [style.catalogue_id], version: style.version },
          ...(to === 'back' ? { back: true } : { to }),
          ...(remark && { remark }),
        },
        options,
      ),
    { refresh: ['catalogue'], looksAgain: true },
  )
  const mayOpen = useRight('catalogueReview')
  const why = useDialog(RemarkDialog)
  const asks = useDialog(AskSamplesDialog)
  const maySample = useRight('sampleQc') && style.status !== null && !endedStatuses.some((one) => one === style.status)
  const ask = (to: CatalogueStatus | 'back', title: string, step: string) =>
    why.open({ title, step, onSaid: (remark: string) => void move.run({ to, remark }) })
  return (
    <TabbedDrawer
      of={style}
      title={`${style.catalogue_id} · ${name(style.name, style.name_zh)}`}
      beside={
        <>
          <StatusTag status={style.status ?? style.vendor_status} />
          <SurveyBadge of={style.survey} />
        </>
      }
      width={wide}
      onClose={onClose}
      tab={tab}
      onTab={setTab}
      head={
        <Section>
          <StylePictures found={found} />
          {style.review && !style.review.is_late ? (
            <p className="muted">{t('The buyers’ review is due on {{day}}.', { day: day(style.review.deadline) })}</p>
          ) : null}
          {style.review && !style.review.is_responsible ? (
            <p className="muted">
              {t('{{responsible}} decides by {{day}}', {
                responsible: style.review.responsible,
                day: day(style.review.deadline),
              })}
            </p>
          ) : null}
          {style.status === 'Buyer Review Pending' && !style.review ? (
            <Callout tone="warn">{t(reviewWords.noReview, { catalogue_id: style.catalogue_id })}</Callout>
          ) : null}
          {style.review?.is_late ? (
            <Callout tone="bad">
              {t('The buyers’ review is late: it was due on {{day}}.', { day: day(style.review.deadline) })}
            </Callout>
          ) : null}
          {style.missing.length > 0 && style.style_id === null ? (
            <Callout tone="warn">
              {t('Lacks: {{what}}', { what: listed(style.missing.map((one) => t(missingLabels[one]))) })}
            </Callout>
          ) : null}
          {found.same.length > 0 ? (
            <Callout tone="warn">
              {t('The same offer or picture: {{styles}}', {
                styles: listed(found.same.map((one) => `${one.catalogue_id} ${name(one.name, one.name_zh)}`)),
              })}
            </Callout>
          ) : null}
        </Section>
      }
      tabs={[
        {
          key: 'about',
          label: t('About it'),
          shows: () => <About style={style} onEdit={() => edit.open({ style })} />,
        },
        { key: 'history', label: t('History'), count: moves.length, shows: () => <Moves moves={moves} /> },
        {
          ...{ key: 'notes' as const, label: t('Discussion'), count: notes.length },
          shows: () => (
            <ScrollPart className="tabbed-scroll tabbed-pad" label={t('Discussion')}>
              <Discussion catalogueId={style.catalogue_id} notes={notes} />
            </ScrollPart>
          ),
        },
      ]}
      actions={
        <>
          {mayOpen && maySee(style) ? (
            <Button size="small" text={t('To buyers…')} onClick={() => review.open({ rows: [style] })} />
          ) : null}
          {found.can_go_back ? (
            <Button
              variant="minimal"
              text={t('One step back…')}
              onClick={() => ask('back', t('One step back'), t('Take back'))}
            />
          ) : null}
          {maySample ? (
            <Button
              size="small"
              text={t('Ask for a sample…')}
              onClick={() => asks.open({ styles: [style.catalogue_id] })}
            />
          ) : null}
          {found.allowed.map(({ to, needs_remark }) => (
            <Button
              key={to}
              size="small"
              text={needs_remark ? `${t(to)}…` : t(to)}
              disabled={move.isRunning}
              onClick={() => (needs_remark ? ask(to, t(to), t('Move')) : void move.run({ to }))}
            />
          ))}
        </>
      }
    >
      {why.dialog}
      {review.dialog}
      {asks.dialog}
      {edit.dialog}
    </TabbedDrawer>
  )
}

const facts: readonly ShownField<CatalogueRow>[] = [
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'vendor_style', header: key('Vendor’s style no.'), kind: 'code', of: (row) => row.vendor_style },
  { id: 'category', header: key('Category'), kind: 'word', of: (row) => row.category },
  { id: 'type', header: key('Catalogue type'), kind: 'word', of: (row) => row.catalogue_type },
  { id: 'price', header: key('Price'), kind: 'money', of: (row) => row.price },
  {
    ...{ id: 'colors', header: key('Colours') },
    of: (row, { name, listed }) => listed(row.colors.map((one) => name(one.color, one.color_zh))),
  },
  { id: 'size_set', header: key('Size set'), of: (row) => row.size_set },
  { id: 'hs_code', header: key('HS code'), kind: 'code', of: (row) => row.hs_code },
  { id: 'pieces', header: key('Pieces a month'), kind: 'pieces', of: (row) => row.pieces_per_month },
  {
    ...{ id: 'link', header: key('1688 link'), kind: 'part' },
    of: ({ link_1688: link }, { t }) =>
      link ? (
        <a href={link} target="_blank" rel="noreferrer" title={link}>
          {t('Offer {{number}}', { number: /(\d+)\.html/.exec(link)?.[1] ?? link })}
        </a>
      ) : null,
  },
  { id: 'remarks', header: key('Buyer remarks'), of: (row) => row.buyer_remarks },
  { id: 'style', header: key('Style ID'), kind: 'code', of: (row) => row.style_id, traces: true },
]

/** A text under each name, of a version of the form that asked for the same. */
const allOf = <T extends object>(was: T) =>
  z.custom<T>((kept) => Object.keys(was).every((name) => typeof (kept as Record<string, unknown>)?.[name] === 'string'))

/** What its category asks for is typed here, until it is on the website. */
function About({ style, onEdit }: { style: CatalogueRow; onEdit: () => void }) {
  const { t } = useLocale()
  const was = typedOf(style)
  const draft = useTyped(`attributes.${style.catalogue_id}`, allOf(was), was, t('Attributes'))
  const { value: typed, change: setTyped } = draft
  const said = saidOf(typed, was)
  const isTyped = Object.keys(said).length > 0
  const save = useAction(
    (_: undefined, options) =>
      api.catalogue.updateVendorAttributesFromUi(
        { catalogue_ids: [style.catalogue_id], attributes: said, version: style.version },
        options,
      ),
    { refresh: ['catalogue'], looksAgain: true },
  )
  return (
    <ScrollPart className="tabbed-scroll tabbed-pad" label={t('About it')}>
      <Section>
        <FactList fields={facts} row={style} />
        <Button text={t('Change…')} disabled={style.style_id !== null} onClick={onEdit} />
      </Section>
      <Section title={t('Attributes')}>
        <div className="attribute-fields">
          <AttributeFields names={attributesOf(style.category)} typed={typed} onType={setTyped} empty="–" />
        </div>
        <Button
          intent="primary"
          text={t('Save')}
          disabled={!isTyped || style.style_id !== null}
          loading={save.isRunning}
          onClick={() => void save.run(undefined).then((done) => done && draft.reset())}
        />
      </Section>
    </ScrollPart>
  )
}

/** Newest first: who, when, why. */
function Moves({ moves }: { moves: Found['moves'] }) {
  const { t } = useLocale()
  return (
    <ScrollPart className="tabbed-scroll tabbed-pad" label={t('History')}>
      <ul className="catalogue-moves">
        {moves.toReversed().map((one) => (
          <Said
            key={one.id}
            who={one.moved_by}
            at={one.moved_at}
            text={one.remark}
            what={one.is_back ? t('One step back: {{status}}', { status: t(one.to_status) }) : t(one.to_status)}
          />
        ))}
      </ul>
    </ScrollPart>
  )
}
