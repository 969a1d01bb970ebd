import { Button, Tag } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type WatchedRecord, watching } from '../../shared/areas/frame/calls.ts'
import { api } from '../api/client.ts'
import { hasUnsaved } from '../app/unsaved.ts'
import { listed } from '../i18n/formats.ts'
import { useLocale } from '../table/words.ts'

interface OpenRecordProps {
  entity: WatchedRecord
  /** As its call takes it. */
  id: string
  /** Of what is on screen. */
  version: number
  /** The same of the settings that it is judged by; left out where there are none. */
  rules?: number
  reload: () => Promise<unknown>
}

/**
 * For the head of a record's drawer: names who else has it open, and brings what they change into it within seconds. While
 * something is typed the record stays as it is, and a button brings the change.
 */
export function OpenRecord({ entity, id, version, rules, reload }: OpenRecordProps) {
  const { t } = useLocale()
  const { data } = useQuery({
    queryKey: ['frame.watchRecord', { entity, id }],
    queryFn: async ({ signal }) => (await api.frame.watchRecord({ entity, id }, { signal, isUnseen: true })).data,
    refetchInterval: watching.everyMs,
    gcTime: 0,
    retry: false,
  })
  useClosing(entity, id)
  const isOutdated = data !== undefined && data.version > version
  const latest = useRef(reload)
  latest.current = reload
  // Other settings change nothing that was typed: they come at once, and what is open says so.
  const newRules = !isOutdated && rules !== undefined && data?.rules != null && data.rules > rules ? data.rules : null
  useEffect(() => {
    if (newRules !== null || (isOutdated && !hasUnsaved())) void latest.current()
  }, [isOutdated, newRules])
  const names = data?.others.map(({ name }) => name) ?? []
  return (
    <>
      {names.length > 0 ? (
        <Tag minimal icon={<EyeOpen />} className="open-record" title={listed(names)}>
          {names.length === 1
            ? t('{{name}} has this open too', { name: names[0] })
            : t('{{name}} and {{n}} more have this open too', { name: names[0], n: names.length - 1 })}
        </Tag>
      ) : null}
      {isOutdated ? (
        <Button size="small" intent="warning" text={t('Changed meanwhile: show')} onClick={() => void reload()} />
      ) : null}
    </>
  )
}

/** Says at once that the record is closed; nobody waits for the answer. */
function useClosing(entity: WatchedRecord, id: string): void {
  useEffect(
    () => () => {
      api.frame.watchRecord({ entity, id, is_closed: true }, { isUnseen: true }).catch(() => undefined)
    },
    [entity, id],
  )
}
