/**
 * The first sign of each letter's syllables, in the order of pinyin: what stands between two of them begins with the first one's letter.
 * No syllable begins with i, u or v.
 */
const firsts = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢趴七呥仨他挖夕丫匝']
const letters = [...'abcdefghjklmnopqrstwxyz']

const byPinyin = new Intl.Collator('zh-Hans-u-co-pinyin')

/** Letters by which Chinese is typed in short: "备货发货" is "bhfh". Latin letters and digits stay, lower case; all else is left out. */
export function pinyinInitials(text: string): string {
  let initials = ''
  for (const sign of text.toLowerCase()) {
    if (/[a-z0-9]/.test(sign)) initials += sign
    else if (/\p{Script=Han}/u.test(sign)) {
      const at = firsts.findLastIndex((first) => byPinyin.compare(first, sign) <= 0)
      initials += letters[at] ?? ''
    }
  }
  return initials
}
