import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type CheckedLedger, checkWords, type LedgerCheckRow, ledgerWords } from '../../../shared/areas/ledgers/area.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

type Checks = CallData<'ledgers.getLedgerChecks'>

const askEveryMs = 1_000

/** Whether every stored quantity is what its ledger makes it: the last check, and those before. */
export function LedgersScreen() {
  const { t } = useTranslation()
  const checks = useQuery<Checks, ApiError>({
    queryKey: ['ledgers.getLedgerChecks', {}],
    queryFn: async ({ signal }) => (await api.ledgers.getLedgerChecks({}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.rows[0]?.state === 'running' ? askEveryMs : false),
  })
  const start = useAction((_: null, options) => api.ledgers.startLedgerCheck({}, options), {
    done: () => null,
    what: t('Ledger check'),
    refresh: ['ledgers', 'frame.getJobs'],
  })
  const isRunning = start.isRunning || checks.data?.rows[0]?.state === 'running'
  return (
    <Page
      title={t('Ledger check')}
      tools={
        <Button
          intent="primary"
          icon="endorsed"
          text={t('Check the ledgers')}
          loading={isRunning}
          onClick={() => void start.run(null)}
        />
      }
    >
      <Loaded
        answer={checks}
        empty={{
          is: ({ rows }) => rows.length === 0,
          shows: (
            <EmptyState
              title={t('Nothing was checked yet')}
              text={t('A check recomputes every stored quantity from its moves and names each that differs.')}
            />
          ),
        }}
      >
        {({ rows }) => <Checked rows={rows} />}
      </Loaded>
    </Page>
  )
}

function Checked({ rows }: { rows: readonly LedgerCheckRow[] }) {
  const { t } = useTranslation()
  const last = rows.find(({ state }) => state === 'done')
  return (
    <ScrollPart label={t('Ledger check')} className="ledger-checks">
      {last?.ledgers.map((ledger) => (
        <LedgerPart key={ledger.ledger} {...ledger} />
      ))}
      <Section title={t('Earlier checks')}>
        <FieldTable
          label={t('Earlier checks')}
          fields={checkFields}
          rows={[...rows]}
          rowKey={({ check_id }) => check_id}
        />
      </Section>
    </ScrollPart>
  )
}

function LedgerPart({ ledger, total, found }: CheckedLedger) {
  const { t, number } = useLocale()
  return (
    <Section title={t(ledgerWords[ledger] ?? ledger)}>
      {total === 0 ? (
        <Callout tone="good">{t(checkWords.agrees)}</Callout>
      ) : (
        <>
          <Callout tone="bad">
            {total > found.length
              ? t('{{n}} quantities differ; the first {{shown}} of them:', {
                  n: number(total),
                  shown: number(found.length),
                })
              : t('{{n}} quantities differ:', { n: number(total) })}
          </Callout>
          <FieldTable
            label={t(ledger)}
            fields={differenceFields}
            rows={found}
            rowKey={({ table, name, quantity }) => `${table} ${name} ${quantity}`}
          />
        </>
      )}
    </Section>
  )
}

const states = { running: key('Under way'), done: key('Done'), stopped: checkWords.stopped } as const

const checkFields: ShownField<LedgerCheckRow>[] = [
  { id: 'asked_at', header: key('Checked on'), kind: 'instant', of: (row) => row.asked_at },
  { id: 'asked_by', header: key('Checked by'), of: (row) => row.asked_by },
  {
    ...{ id: 'state', header: key('Status'), kind: 'part' },
    of: ({ state, differences }, { t, number }) =>
      state === 'done' ? (
        <StatusTag
          status={differences === 0 ? t('All agree') : t('{{n}} differ', { n: number(differences) })}
          tone={differences === 0 ? 'good' : 'bad'}
        />
      ) : (
        <StatusTag status={states[state]} tone={state === 'running' ? 'active' : 'warn'} />
      ),
  },
]

const differenceFields: ShownField<CheckedLedger['found'][number]>[] = [
  { id: 'table', header: key('Table'), kind: 'code', of: (row) => row.table },
  { id: 'name', header: key('Stands for'), of: (row) => row.name },
  { id: 'quantity', header: key('Quantity of'), kind: 'code', of: (row) => row.quantity },
  { id: 'stored', header: key('Stored'), kind: 'pieces', of: (row) => row.stored },
  { id: 'should', header: key('Its moves make it'), kind: 'pieces', of: (row) => row.should },
]
