import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type BehindRow, FIRST_BEHIND, MOST_BEHIND } from '../../../shared/areas/pipeline/calls.ts'
import { behindPath } from '../../../shared/areas/pipeline/links.ts'
import { canAge, type PipelineStage, stageOf } from '../../../shared/areas/pipeline/stages.ts'
import type { CallInput } from '../../actions/calls.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { useOpens } from '../../session/use-opens.ts'
import { useLocale } from '../../table/words.ts'
import { followsOthers } from './follows-others.ts'

interface BehindDrawerProps {
  stage: PipelineStage
  asked: Omit<CallInput<'pipeline.getPipelineRows'>, 'stage'>
  /** Only what stands longer than so many days. */
  over: number | null
  /** What the tile or the cell says. */
  pieces: number | undefined
  onClose: () => void
}

/** The orders, boxes, production orders or stock that a stage's number counts, each leading to its own record. */
export function BehindDrawer({ stage, asked, over, pieces, onClose }: BehindDrawerProps) {
  const { t, number, plural } = useLocale()
  const [most, setMost] = useState(FIRST_BEHIND)
  const answer = useAnswer(
    'pipeline.getPipelineRows',
    { ...asked, stage, most, ...(over !== null && { over }) },
    followsOthers,
  )
  const opens = useOpens()
  const found = answer.data
  return (
    <Drawer
      isOpen
      title={t(stageOf(stage).word)}
      beside={found ? <span className="muted">{plural(found.pieces, '{{n}} pc', '{{n}} pcs')}</span> : null}
      width={760}
      onClose={onClose}
    >
      <Loaded
        answer={answer}
        empty={{
          is: ({ rows }) => rows.length === 0,
          shows: <EmptyState title={t('Nothing stands there.')} />,
        }}
      >
        {({ rows, total, pieces: counted }) => (
          <>
            {over === null && pieces !== undefined && pieces !== counted ? (
              <Callout tone="warn">
                {t(
                  '{{counted}} pcs are found here, {{pieces}} are counted: pieces moved meanwhile, or came without a box.',
                  {
                    counted: number(counted),
                    pieces: number(pieces),
                  },
                )}
              </Callout>
            ) : null}
            <Section>
              {over === null ? null : (
                <p className="muted">
                  {plural(
                    over,
                    'What stands here longer than {{n}} day, the oldest first.',
                    'What stands here longer than {{n}} days, the oldest first.',
                  )}
                </p>
              )}
              <Rows stage={stage} rows={rows} opens={opens} sort={over === null ? '-pieces' : 'since'} />
              {total > rows.length ? (
                <p className="muted">
                  {t('The {{shown}} with most pieces, of {{n}}.', { shown: number(rows.length), n: number(total) })}{' '}
                  {most < MOST_BEHIND ? (
                    <Button size="small" text={t('Show all')} onClick={() => setMost(MOST_BEHIND)} />
                  ) : null}
                </p>
              ) : null}
            </Section>
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

const kindWords = {
  order: key('Order'),
  box: key('Box'),
  production: key('Production order'),
  stock: key('SKU'),
} as const
const detailWords = {
  order: key('Detail'),
  box: key('Shipment and box'),
  production: key('Facility'),
  stock: key('Site'),
} as const

interface RowsProps {
  sort: string
  stage: PipelineStage
  rows: readonly BehindRow[]
  opens: (path: string) => boolean
}

function Rows({ stage, rows, opens, sort }: RowsProps) {
  const { t, name } = useLocale()
  const isStaff = useIsStaff()
  const kind = rows[0]?.kind ?? 'order'
  const fields: ShownField<BehindRow>[] = [
    {
      id: 'code',
      header: kindWords[kind],
      kind: 'part',
      by: ({ code }) => code,
      of: (row) => {
        const path = behindPath(stage, row, !isStaff)
        const code = <span className="code">{row.code}</span>
        return path !== null && opens(path) ? (
          <Link className="pipeline-record" to={path}>
            {code}
          </Link>
        ) : (
          code
        )
      },
    },
    ...(kind === 'order'
      ? []
      : [
          {
            id: 'detail',
            header: detailWords[kind],
            of: ({ detail }: BehindRow) => detail || null,
          } satisfies ShownField<BehindRow>,
        ]),
    { id: 'style', header: key('Style'), kind: 'code', of: ({ style }) => style ?? t('Several') },
    ...(isStaff
      ? [
          {
            id: 'vendor',
            header: key('Vendor'),
            of: (row: BehindRow) => name(row.supplier_name, row.supplier_name_zh) || null,
          } satisfies ShownField<BehindRow>,
        ]
      : []),
    ...(canAge(stage)
      ? [
          {
            id: 'since',
            header: key('Oldest since'),
            kind: 'day',
            of: ({ since }: BehindRow) => since,
          } satisfies ShownField<BehindRow>,
        ]
      : []),
    { id: 'pieces', header: key('Pieces'), kind: 'pieces', of: ({ pieces }) => pieces, total: true },
  ]
  return (
    <FieldTable
      className="pipeline-behind"
      fields={fields}
      rows={rows}
      rowKey={({ code, detail }) => `${code} ${detail}`}
      total={t('Shown')}
      sort={sort}
    />
  )
}
