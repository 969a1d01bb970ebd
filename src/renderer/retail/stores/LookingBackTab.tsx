import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { TaskRow } from '../../../shared/areas/allocation/shapes.ts'
import type { GivenOutcome } from '../../../shared/areas/allocation/store-shapes.ts'
import { useAnswer, useRows } from '../../actions/useRows.ts'
import { key, listed } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'
import type { StoresAddress } from './stores-params.ts'

/** What the last allocations gave, and what sold of it: of each, by category and by store. */
export function LookingBackTab({ address }: { address: StoresAddress }) {
  const { t } = useLocale()
  const { rows, error, isLoading, reload } = useRows('allocation.allocationTasks', {
    tab: 'GATEPASSES_CREATED',
    page_size: 20,
  })
  return (
    <Loaded
      answer={{ data: isLoading ? undefined : rows, error, reload }}
      empty={{
        is: (all) => all.length === 0,
        shows: (
          <EmptyState
            title={t('No allocation has gate passes yet')}
            text={t('Once goods came to the stores, this says what sold of them.')}
          />
        ),
      }}
    >
      {(tasks) => <Tasks tasks={tasks} address={address} />}
    </Loaded>
  )
}

function Tasks({ tasks, address }: { tasks: readonly TaskRow[]; address: StoresAddress }) {
  const { t } = useLocale()
  const open = tasks.find(({ task_id }) => task_id === address.state.task) ?? tasks[0]
  return (
    <div className="stores-back">
      <nav aria-label={t('Allocations')}>
        <ul>
          {tasks.map((task) => (
            <li key={task.task_id}>
              <button
                type="button"
                className="stores-task"
                aria-current={task === open}
                onClick={() => address.set({ task: task.task_id })}
              >
                <span className="code">{task.task_id}</span> {task.name}
                <span className="muted">{listed(task.categories.map((one) => t(one)))}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {open ? <Outcome key={open.task_id} task={open} address={address} /> : null}
    </div>
  )
}

interface Sum {
  key: string
  label: string
  given: number
  received: number
  received_on: string | null
  known_days: number
  sold_14: number
  sold_28: number
}

function summed(rows: readonly GivenOutcome[], of: (row: GivenOutcome) => { key: string; label: string }): Sum[] {
  return [...Map.groupBy(rows, (row) => of(row).key).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const sum = (name: 'given' | 'received' | 'sold_14' | 'sold_28') => own.reduce((all, row) => all + row[name], 0)
    const days = own.flatMap(({ received_on }) => received_on ?? []).sort()
    return {
      ...{
        ...of(first),
        given: sum('given'),
        received: sum('received'),
        sold_14: sum('sold_14'),
        sold_28: sum('sold_28'),
      },
      ...{ received_on: days[0] ?? null, known_days: Math.max(...own.map(({ known_days }) => known_days)) },
    }
  })
}

function Outcome({ task, address }: { task: TaskRow; address: StoresAddress }) {
  const { t, name, number, plural } = useLocale()
  const answer = useAnswer('allocation.outwardsSummary', { task_id: task.task_id })
  const details = useAnswer('allocation.getAllocation', { task_id: task.task_id }).data
  const back = answer.data?.looking_back
  const parts = useMemo(
    () =>
      back && {
        all: summed(back, () => ({ key: 'all', label: '' })),
        categories: summed(back, ({ category }) => ({ key: category, label: t(category) })),
        stores: summed(back, (row) => ({
          key: row.store,
          label: `${row.store} ${name(row.store_name, row.store_name_zh)}`,
        })),
      },
    [back, name, t],
  )
  return (
    <div className="stores-outcome">
      <Section
        isOnPage
        title={`${task.task_id} · ${task.name}`}
        tools={<Link to={`/retail/allocation-dashboard?tab=all&task=${task.task_id}`}>{t('Open the allocation')}</Link>}
      >
        {details ? (
          <p className="muted">
            {t('Planned with {{lead}} lead days, {{cover}} cover days, {{holdback}} % held back.', {
              lead: number(details.settings.lead_days),
              cover: number(details.settings.cover_days),
              holdback: number(details.settings.holdback_percent),
            })}
          </p>
        ) : null}
        <Loaded answer={answer}>
          {() =>
            parts === undefined || parts.all.length === 0 ? (
              <EmptyState title={t('Its gate passes were cancelled')} />
            ) : (
              <>
                {parts.all.map((all) =>
                  all.received === 0 ? (
                    <p key={all.key} className="stores-verdict">
                      {t('Nothing of it came to a store yet.')}
                    </p>
                  ) : (
                    <p key={all.key} className="stores-verdict">
                      {t(
                        'Of {{received}} pieces that came, {{sold_14}} sold within 14 days and {{sold_28}} within 28.',
                        {
                          received: number(all.received),
                          sold_14: number(all.sold_14),
                          sold_28: number(all.sold_28),
                        },
                      )}{' '}
                      {all.known_days < 28
                        ? plural(
                            all.known_days,
                            'Sales are known of 1 day since.',
                            'Sales are known of {{n}} days since.',
                          )
                        : null}
                    </p>
                  ),
                )}
                <FieldTable
                  fields={[{ id: 'category', header: key('Category'), of: ({ label }) => label }, ...fields]}
                  rows={parts.categories}
                  rowKey={(row) => row.key}
                  total={t('Total')}
                />
                <FieldTable
                  fields={[
                    {
                      ...{ id: 'store', header: key('Store'), kind: 'part' },
                      by: (row) => row.key,
                      of: (row) => (
                        <button
                          type="button"
                          className="dt-link"
                          onClick={() => address.set({ store: row.key, view: 'sells' }, 'push')}
                        >
                          {row.label}
                        </button>
                      ),
                    },
                    ...fields.filter(({ id }) => id !== 'known'),
                  ]}
                  rows={parts.stores}
                  rowKey={(row) => row.key}
                  total={t('Total')}
                  sort="-given"
                />
              </>
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

const sum = (rows: readonly Sum[], of: 'received' | 'sold_14' | 'sold_28') =>
  rows.reduce((all, row) => all + row[of], 0)

const share = (sold: number, received: number) => (received === 0 ? null : sold / received)

const fields: readonly ShownField<Sum>[] = [
  { id: 'given', header: key('Pieces given'), kind: 'pieces', total: true, of: ({ given }) => given },
  { id: 'received', header: key('Came'), kind: 'pieces', total: true, of: ({ received }) => received },
  { id: 'received_on', header: key('Came on'), kind: 'day', of: ({ received_on }) => received_on },
  { id: 'known', header: key('Days known'), kind: 'count', of: ({ known_days }) => known_days },
  { id: 'sold_14', header: key('Sold in 14 days'), kind: 'pieces', total: true, of: ({ sold_14 }) => sold_14 },
  {
    ...{ id: 'share_14', header: key('Share in 14 days'), kind: 'share' },
    of: (row) => share(row.sold_14, row.received),
    total: (rows, { percent }) => percent(share(sum(rows, 'sold_14'), sum(rows, 'received'))),
  },
  { id: 'sold_28', header: key('Sold in 28 days'), kind: 'pieces', total: true, of: ({ sold_28 }) => sold_28 },
  {
    ...{ id: 'share_28', header: key('Share in 28 days'), kind: 'share' },
    of: (row) => share(row.sold_28, row.received),
    total: (rows, { percent }) => percent(share(sum(rows, 'sold_28'), sum(rows, 'received'))),
  },
]
