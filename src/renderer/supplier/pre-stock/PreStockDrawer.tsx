import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import type { PreStockRow } from '../../../shared/areas/pre-stock/calls.ts'
import { withdrawReasons } from '../../../shared/areas/pre-stock/rules.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useTyped } from '../../forms/useTyped.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { SentByKeys, useDialog } from '../../kit/dialogs.tsx'
import { FactList } from '../../kit/field-views.tsx'
import { ScrollPart } from '../../kit/Page.tsx'
import type { GridValues } from '../../kit/quantity-grid/grid-model.ts'
import { QuantityGrid } from '../../kit/quantity-grid/QuantityGrid.tsx'
import { useTypedGrid } from '../../kit/quantity-grid/use-typed-grid.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { Timeline } from '../../kit/Timeline.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { useSkuGrid } from '../sku-grid.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** A listing, or a style that is to be listed. */
export type PreStockOf = { listing_id: string } | { style_id: string }

interface PreStockDrawerProps {
  of: PreStockOf
  onClose: () => void
  /** A new listing was made. */
  onMade: (listingId: string) => void
}

type Found = CallData<'preStock.preStockStyle'>
type Sku = Found['skus'][number]

const wide = 780

export function PreStockDrawer({ of, ...turn }: PreStockDrawerProps) {
  const { t } = useLocale()
  const answer = useAnswer('preStock.preStockStyle', of)
  return (
    <LoadedDrawer
      answer={answer}
      title={'listing_id' in of ? of.listing_id : of.style_id}
      width={wide}
      onClose={turn.onClose}
      missing={t('This listing is not there')}
    >
      {(found) => <Listing key={`${found.listing?.listing_id} ${found.listing?.version}`} found={found} {...turn} />}
    </LoadedDrawer>
  )
}

/** Of a new listing all that can be promised, of one that stands what it promises. */
function startOf({ listing, skus }: Found): GridValues {
  return Object.fromEntries(skus.map((sku) => [sku.nm_sku, { pieces: listing === null ? sku.room : sku.promised }]))
}

function Listing({ found, onClose, onMade }: Omit<PreStockDrawerProps, 'of'> & { found: Found }) {
  const { t } = useLocale()
  const { style, listing, skus } = found
  const [tab, setTab] = useState<'pieces' | 'history'>('pieces')
  const start = useMemo(() => startOf(found), [found])
  const draft = `pre-stock.${listing?.listing_id ?? `new.${style.style_id}`}`
  const pieces = useTypedGrid(draft, start, t('Pre-stock listing'))
  const { value: values, change: setValues } = pieces
  const day = useTyped(`${draft}.until`, z.string(), listing?.until ?? '', t('Pre-stock listing'))
  const { value: until, change: setUntil } = day
  const isOpen = listing === null || listing.status === 'Sellable' || listing.status === 'Over-promised'
  const mayChange = useRight('preStock') && isOpen
  const lines = skus.map(({ nm_sku }) => ({ nm_sku, pieces: values[nm_sku]?.pieces ?? 0 }))
  const isTyped =
    until !== (listing?.until ?? '') || lines.some(({ nm_sku, pieces }) => pieces !== (start[nm_sku]?.pieces ?? 0))
  const tooMuch = skus.filter((sku) => (values[sku.nm_sku]?.pieces ?? 0) > sku.room)
  const isOff = tooMuch.length > 0 || lines.every(({ pieces }) => pieces === 0) || (listing !== null && !isTyped)
  const save = useAction(
    (_: undefined, options) =>
      api.preStock.savePreStock(
        {
          style_id: style.style_id,
          until: until === '' ? null : until,
          lines,
          ...(listing && { listing_id: listing.listing_id, version: listing.version }),
        },
        options,
      ),
    { refresh: ['preStock'], looksAgain: true },
  )
  const withdraw = useDialog(WithdrawDialog)
  const send = async () => {
    if (isOff || save.isRunning) return
    const saved = await save.run(undefined)
    if (saved) {
      pieces.reset()
      day.reset()
    }
    if (saved && listing === null) onMade(saved.data.listing_id)
  }
  return (
    <TabbedDrawer
      of={listing ?? style}
      title={
        listing ? `${listing.listing_id} · ${style.style_id}` : t('List {{style_id}}', { style_id: style.style_id })
      }
      {...(listing && { beside: <StatusTag status={listing.status} /> })}
      width={wide}
      onClose={onClose}
      tab={tab}
      onTab={setTab}
      head={<Section>{listing ? <FactList fields={facts} row={listing} /> : <NewHead found={found} />}</Section>}
      tabs={[
        {
          key: 'pieces',
          label: t('Pieces'),
          shows: () => (
            <SentByKeys run={() => void send()} isOff={isOff}>
              <Section>
                <label className="muted">
                  {t('Last day on which it promises anything')}{' '}
                  <input
                    type="date"
                    className="text-field"
                    value={until}
                    disabled={!mayChange}
                    onChange={({ target }) => setUntil(target.value)}
                  />
                </label>
              </Section>
              <Grid
                found={found}
                values={values}
                start={start}
                onChange={mayChange ? setValues : undefined}
                tooMuch={tooMuch}
              />
            </SentByKeys>
          ),
        },
        ...(listing
          ? [
              {
                key: 'history' as const,
                label: t('History'),
                shows: () => (
                  <ScrollPart className="tabbed-scroll tabbed-pad" label={t('History')}>
                    <Timeline events={found.events} />
                  </ScrollPart>
                ),
              },
            ]
          : []),
      ]}
      {...(mayChange && {
        actions: (
          <>
            {listing ? (
              <Button
                text={t('Withdraw…')}
                intent="danger"
                variant="minimal"
                onClick={() => withdraw.open({ listingIds: [listing.listing_id] })}
              />
            ) : null}
            <Button
              intent="primary"
              text={listing ? t('Save') : t('List for sale')}
              disabled={isOff}
              loading={save.isRunning}
              onClick={() => void send()}
            />
          </>
        ),
      })}
    >
      {withdraw.dialog}
    </TabbedDrawer>
  )
}

function NewHead({ found: { style } }: { found: Found }) {
  const { t, name } = useLocale()
  return (
    <p>
      {name(style.style_name, style.style_name_zh)} · {name(style.supplier_name, style.supplier_name_zh)}
      <br />
      <span className="muted">{t('All that can be promised now stands in the grid.')}</span>
    </p>
  )
}

const facts: readonly ShownField<PreStockRow>[] = [
  { id: 'style', header: key('Style'), of: (row, { name }) => name(row.style_name, row.style_name_zh) },
  { id: 'supplier', header: key('Supplier'), of: (row, { name }) => name(row.supplier_name, row.supplier_name_zh) },
  { id: 'promised', header: key('Promised'), kind: 'pieces', of: ({ promised }) => promised },
  { id: 'sellable', header: key('Can be sold'), kind: 'pieces', of: ({ sellable }) => sellable },
  { id: 'real', header: key('Real stock'), kind: 'pieces', of: ({ real_stock }) => real_stock },
  { id: 'listed', header: key('Listed on'), kind: 'instant', of: ({ listed_at }) => listed_at },
  { id: 'by', header: key('Listed by'), of: ({ listed_by }) => listed_by },
  { id: 'gone', header: key('Withdrawn on'), kind: 'instant', of: ({ withdrawn_at }) => withdrawn_at },
  { id: 'reason', header: key('Reason'), kind: 'word', of: ({ reason }) => reason && withdrawReasons[reason] },
  { id: 'remark', header: key('Remark'), of: ({ remark }) => remark },
]

interface GridProps {
  found: Found
  values: GridValues
  start: GridValues
  onChange: ((values: GridValues) => void) | undefined
  tooMuch: readonly Sku[]
}

/** Colours down, sizes across; behind a number stands how many can be promised. */
function Grid({ found: { style, skus }, values, start, onChange, tooMuch }: GridProps) {
  const { t, number } = useLocale()
  const shape = useSkuGrid(style, skus)
  const layers = useMemo(() => [{ key: 'pieces', label: t('Promised') }], [t])
  const room = new Map(skus.map((sku) => [sku.nm_sku, sku.room]))
  return (
    <Section>
      <p className="muted">
        {t('Behind a number stands how many can be promised: real stock less what other listings promise.')}
      </p>
      <QuantityGrid
        label={t('Pieces of {{style_id}}', { style_id: style.style_id })}
        {...shape}
        layers={layers}
        values={values}
        start={start}
        {...(onChange && { onChange, autoFocus: true })}
        rowTitle={t('Colour')}
        beside={(cell) => `/ ${number(room.get(cell) ?? 0)}`}
      />
      {tooMuch.length > 0 ? (
        <p className="warn-text" role="status">
          {t('More than can be promised: {{skus}}', { skus: listed(tooMuch.map(({ nm_sku }) => nm_sku)) })}
        </p>
      ) : null}
    </Section>
  )
}
