import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backupKindWords, backupWords, type KeptBackupRow } from '../../../shared/areas/backups/area.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'
import { Section } from '../../kit/Drawer.tsx'
import { FactList, FieldTable } from '../../kit/field-views.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import type { ShownField } from '../../kit/shown-field.ts'
import { Callout, EmptyState } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

type Backups = CallData<'backups.getBackups'>

const askEveryMs = 1_000

/** When the last backup was, where they lie, and whether there is room; one more may be made at once. */
export function BackupsScreen() {
  const { t } = useTranslation()
  const backups = useQuery<Backups, ApiError>({
    queryKey: ['backups.getBackups', {}],
    queryFn: async ({ signal }) => (await api.backups.getBackups({}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.running_since ? askEveryMs : false),
  })
  const make = useAction((_: null, options) => api.backups.makeBackup({}, options), {
    what: t('Backup'),
    refresh: ['backups'],
  })
  const isRunning = make.isRunning || Boolean(backups.data?.running_since)
  return (
    <Page
      title={t('Backups')}
      tools={
        backups.data?.folder && (
          <Button
            intent="primary"
            icon="database"
            text={t('Back up now')}
            loading={isRunning}
            onClick={() => void make.run(null)}
          />
        )
      }
    >
      <Loaded
        answer={backups}
        empty={{
          is: ({ folder }) => folder === null,
          shows: <EmptyState title={t('No backups here')} text={t(backupWords.none)} />,
        }}
      >
        {(found) => <Kept {...found} />}
      </Loaded>
    </Page>
  )
}

function Kept(found: Backups) {
  const { t, instant } = useLocale()
  const { rows, problem, room } = found
  return (
    <ScrollPart label={t('Backups')}>
      {problem && (
        <Callout tone="bad">
          {t('The backup of {{time}} failed: {{reason}}', { time: instant(problem.at), reason: problem.words })}
        </Callout>
      )}
      {room && room.free < room.reserve && (
        <Callout tone="warn">
          {t('The disk is nearly full: exports, files, labels and backups wait until there is room again.')}
        </Callout>
      )}
      <Section title={t('Now')} isOnPage>
        <FactList fields={factFields} row={found} />
      </Section>
      <Section title={t('Kept')} isOnPage>
        {rows.length === 0 ? (
          <Callout tone="warn">{t('There is no backup yet. The first is made in the next minutes.')}</Callout>
        ) : (
          <FieldTable label={t('Kept')} fields={keptFields} rows={[...rows]} rowKey={({ name }) => name} />
        )}
      </Section>
    </ScrollPart>
  )
}

const factFields: ShownField<Backups>[] = [
  { id: 'last', header: key('Last backup'), kind: 'instant', of: ({ rows }) => rows[0]?.made_at ?? null },
  { id: 'next', header: key('Next backup'), kind: 'instant', of: ({ next_at }) => next_at },
  { id: 'folder', header: key('Folder on the server'), kind: 'code', of: ({ folder }) => folder },
  {
    id: 'room',
    header: key('Room on the disk'),
    of: ({ room }, { t, bytes }) =>
      room &&
      t('{{free}} free, of which {{reserve}} are kept for saving', {
        free: bytes(room.free),
        reserve: bytes(room.reserve),
      }),
  },
]

const keptFields: ShownField<KeptBackupRow>[] = [
  { id: 'made_at', header: key('Made on'), kind: 'instant', of: ({ made_at }) => made_at },
  { id: 'kind', header: key('Kind'), kind: 'word', of: ({ kind }) => backupKindWords[kind] },
  {
    ...{ id: 'verified', header: key('Verified'), kind: 'part' },
    of: (_, { t }) => <StatusTag status={t('Read back')} tone="good" />,
  },
  { id: 'bytes', header: key('File size'), kind: 'end', of: ({ bytes: size }, { bytes }) => bytes(size) },
  { id: 'name', header: key('File'), kind: 'code', of: ({ name }) => name },
]
