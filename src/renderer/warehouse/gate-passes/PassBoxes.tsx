import { Button } from '@blueprintjs/core'
import { Print } from '@blueprintjs/icons'
import { useState } from 'react'
import type { boxStates, GatePassBoxRow, GatePassRow } from '../../../shared/areas/gate-passes/shapes.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAnswer, useRows } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import { skuFields } from './PassItems.tsx'
import { useBoxLabels, useBoxWork } from './use-box-work.tsx'

type BoxState = (typeof boxStates)[number]

export const boxStateWords: Readonly<Record<BoxState, string>> = {
  OPEN: key('Open box'),
  SEALED: key('Sealed'),
  IN_TRANSIT: key('On the road'),
  PARTLY_RECEIVED: key('Received in part'),
  RECEIVED: key('Received'),
}

const boxTones = {
  OPEN: 'active',
  SEALED: 'neutral',
  IN_TRANSIT: 'active',
  PARTLY_RECEIVED: 'warn',
  RECEIVED: 'good',
} as const

/** The boxes of a pass: what each holds, and while it is packed what can be done with it. */
export function PassBoxes({ pass }: { pass: GatePassRow }) {
  const { t } = useLocale()
  const { gate_pass } = pass
  const list = useRows('gatePasses.boxes', { gate_pass, page_size: 200 })
  const [opened, setOpened] = useState<string | null>(null)
  const work = useBoxWork(gate_pass)
  const labels = useBoxLabels()
  const mayPack = pass.state === 'PACKING' && pass.allowed_moves.includes('pack')
  const fields: readonly ShownField<GatePassBoxRow>[] = [
    {
      ...{ id: 'no', header: key('Box') },
      by: ({ box_no }) => box_no,
      of: ({ box_no, box_code }) => (
        <Button
          variant="minimal"
          text={t('Box {{n}}', { n: box_no })}
          aria-expanded={opened === box_code}
          onClick={() => setOpened(opened === box_code ? null : box_code)}
        />
      ),
    },
    { id: 'code', header: key('Box code'), kind: 'code', of: ({ box_code }) => box_code, traces: true },
    {
      ...{ id: 'state', header: key('State') },
      of: ({ state }) => <StatusTag status={boxStateWords[state]} tone={boxTones[state]} />,
    },
    {
      ...{ id: 'station', header: key('Station') },
      of: ({ station, is_whole }) => (is_whole ? t('Whole box') : station),
    },
    { id: 'skus', header: key('SKUs'), kind: 'count', of: ({ skus }) => skus },
    { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
    ...(pass.submitted_at === null
      ? []
      : [
          {
            ...{ id: 'received', header: key('Received'), kind: 'pieces' as const, total: true as const },
            of: ({ received }: GatePassBoxRow) => received,
          },
        ]),
    {
      ...{ id: 'weight', header: key('Weight (kg)'), kind: 'kilograms', total: true },
      of: ({ weight_grams }) => weight_grams,
      mark: ({ weigh_again }) => (weigh_again ? 'warn' : undefined),
    },
    {
      ...{ id: 'work', header: key('Change'), kind: 'end', isQuiet: true },
      of: (box) => (
        <span className="box-actions">
          {mayPack ? work.buttons(box) : null}
          <Button
            variant="minimal"
            icon={<Print />}
            aria-label={t('Label of box {{n}}', { n: box.box_no })}
            title={t('Label of box {{n}}', { n: box.box_no })}
            loading={labels.isMaking}
            onClick={() => void labels.open({ gate_pass, boxes: [box.box_code] })}
          />
        </span>
      ),
    },
  ]
  return (
    <div className="pass-drawer">
      <Loaded answer={{ data: list.isLoading ? undefined : list.rows, error: list.error, reload: list.reload }}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title={t('No boxes yet')}
              text={t('Boxes are opened at a packing station, or come with the sheet.')}
            />
          ) : (
            <>
              <div className="pass-note">
                <Button
                  icon={<Print />}
                  text={t('Labels of all boxes')}
                  loading={labels.isMaking}
                  onClick={() => void labels.open({ gate_pass })}
                />
                {mayPack && pass.open_boxes > 0 ? work.sealAll(rows) : null}
              </div>
              <FieldTable
                label={t('Boxes')}
                fields={fields}
                rows={rows}
                rowKey={({ box_code }) => box_code}
                total={t('Total')}
                below={(box) =>
                  opened === box.box_code ? <BoxContents box={box.box_code} gatePass={gate_pass} /> : null
                }
              />
              {list.hasMore ? (
                <Button variant="minimal" text={t('Load more')} loading={list.isFetching} onClick={list.loadMore} />
              ) : null}
            </>
          )
        }
      </Loaded>
      {work.dialogs}
    </div>
  )
}

type Content = CallData<'gatePasses.boxDetails'>['items'][number]

const contentFields: readonly ShownField<Content>[] = [
  ...skuFields<Content>(),
  { id: 'quantity', header: key('Pieces'), kind: 'pieces', of: ({ quantity }) => quantity, total: true },
  { id: 'received', header: key('Received'), kind: 'pieces', of: ({ received }) => received, total: true },
  { id: 'damaged', header: key('Damaged'), kind: 'pieces', of: ({ damaged }) => damaged, total: true },
]

function BoxContents({ box, gatePass }: { box: string; gatePass: string }) {
  const { t } = useLocale()
  const found = useAnswer('gatePasses.boxDetails', { box, gate_pass: gatePass })
  return (
    <Loaded answer={found} rows={2}>
      {({ items }) => (
        <FieldTable
          fields={contentFields}
          rows={items}
          rowKey={({ nm_sku, condition }) => `${nm_sku} ${condition}`}
          total={t('Total')}
        />
      )}
    </Loaded>
  )
}
