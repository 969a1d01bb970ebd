import type { JobCardLanguage } from '../../../shared/areas/production/words.ts'

/** Usual points of measure in Hindi. Records name points in English and Chinese only. */
const points: Readonly<Record<string, string>> = {
  chest: 'छाती',
  bust: 'छाती',
  waist: 'कमर',
  hip: 'कूल्हा',
  hips: 'कूल्हा',
  hem: 'घेरा',
  length: 'लंबाई',
  'length from hps': 'कंधे से लंबाई',
  'back length': 'पीछे की लंबाई',
  'front length': 'आगे की लंबाई',
  shoulder: 'कंधा',
  'across shoulder': 'कंधे की चौड़ाई',
  'sleeve length': 'आस्तीन की लंबाई',
  armhole: 'आर्महोल',
  bicep: 'बाज़ू का घेरा',
  cuff: 'कफ़',
  'sleeve opening': 'आस्तीन का मुँह',
  neck: 'गला',
  'neck width': 'गले की चौड़ाई',
  'neck depth': 'गले की गहराई',
  'neck drop': 'गले की गहराई',
  inseam: 'अंदर की लंबाई',
  outseam: 'बाहर की लंबाई',
  thigh: 'जाँघ',
  knee: 'घुटना',
  'leg opening': 'मोहरी',
  'front rise': 'आगे की आसन',
  'back rise': 'पीछे की आसन',
}

/** Usual categories in Hindi and Chinese. */
const categories: Readonly<Record<string, Readonly<Record<'hi' | 'zh', string>>>> = {
  activewear: { hi: 'एक्टिववियर', zh: '运动装' },
  lingerie: { hi: 'अंतर्वस्त्र', zh: '内衣' },
  loungewear: { hi: 'लाउंजवियर', zh: '家居服' },
  sleepwear: { hi: 'नाइटवियर', zh: '睡衣' },
  dresses: { hi: 'ड्रेस', zh: '连衣裙' },
  tops: { hi: 'टॉप', zh: '上装' },
  bottoms: { hi: 'बॉटम', zh: '下装' },
  skirts: { hi: 'स्कर्ट', zh: '半身裙' },
  trousers: { hi: 'पतलून', zh: '长裤' },
  jackets: { hi: 'जैकेट', zh: '夹克' },
  knitwear: { hi: 'निटवियर', zh: '针织' },
  outerwear: { hi: 'आउटरवियर', zh: '外套' },
  swimwear: { hi: 'स्विमवियर', zh: '泳装' },
  denim: { hi: 'डेनिम', zh: '牛仔' },
}

/** Says a point in a language, its English behind the Hindi one: the paper is set beside specs that are English. What nobody wrote down stays English. */
export function pointIn(language: JobCardLanguage, { point, point_zh }: { point: string; point_zh: string }): string {
  if (language === 'zh') return point_zh || point
  const [name = '', half = ''] = point.split(/\s*(\(1\/2\))\s*$/)
  const hindi = language === 'hi' ? points[name.trim().toLowerCase()] : undefined
  return hindi === undefined ? point : `${[hindi, half].filter(Boolean).join(' ')} · ${name.trim()}`
}

export const categoryIn = (language: JobCardLanguage, category: string): string =>
  language === 'en' ? category : (categories[category.trim().toLowerCase()]?.[language] ?? category)
