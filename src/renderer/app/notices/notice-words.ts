import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fill, noticeStatus } from '../../../shared/domain/notices.ts'
import { valuesIn } from '../../../shared/domain/word-values.ts'
import { languageOf } from '../../i18n/language.ts'
import type { Tone } from '../../kit/StatusTag.tsx'
import type { Notice } from './use-notices.ts'

/** A notice in the reader's language. Its values are other people's text: they are filled in last and never read as words. */
export function useNoticeWords(): (notice: Pick<Notice, 'message_key' | 'values' | 'count'>) => string {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const template = (english: string) => t(english, { skipInterpolation: true })
    const isChinese = languageOf(i18n.language) === 'zh'
    return ({ message_key, values, count }) =>
      fill(template(message_key), { ...valuesIn(values, { isChinese, translate: template }), count })
  }, [t, i18n.language])
}

const tones: Record<number, Tone> = {
  [noticeStatus.news]: 'active',
  [noticeStatus.done]: 'good',
  [noticeStatus.attention]: 'warn',
  [noticeStatus.problem]: 'bad',
}

/** The colour of a notice's status; it only repeats what the words say. */
export function noticeTone({ status }: Pick<Notice, 'status'>): Tone {
  return tones[status] ?? 'neutral'
}
