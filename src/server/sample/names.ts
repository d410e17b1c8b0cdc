/** First and last names of one script, each with the Latin spelling that ids and addresses use. */
export interface NamePool {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** Entries are `name` or `name|latin spelling`. Made-up people: names that many have, put together by chance. */
export const namePools: readonly NamePool[] = [
  {
    first: [
      'Hannah',
      'Daniel',
      'Maya',
      'Oliver',
      'Grace',
      'Samuel',
      'Ruth',
      'Thomas',
      'Esther',
      'Julian',
      'Clara',
      'Peter',
      'Naomi',
      'Henry',
    ],
    last: [
      'Abrams',
      'Barlow',
      'Carmichael',
      'Donovan',
      'Ellery',
      'Fairfax',
      'Greenwood',
      "O'Brien|obrien",
      'Hathaway',
      'Ingram',
      'Kessler',
      'Lockwood',
      'Marsh',
      'Whitaker',
    ],
  },
  {
    first: [
      'Zoë|zoe',
      'José|jose',
      'Søren|soren',
      'Łucja|lucja',
      'Renée|renee',
      'Jürgen|juergen',
      'Ángela|angela',
      'Václav|vaclav',
      'Çağla|cagla',
      'Márta|marta',
      'Åsa|asa',
      'Ionuț|ionut',
    ],
    last: [
      'Núñez|nunez',
      'Müller|mueller',
      'Dvořáková|dvorakova',
      'Øvergård|overgard',
      'Beaulieu-Côté|beaulieu-cote',
      'Żeromski|zeromski',
      'Gonçalves|goncalves',
      'Şahin|sahin',
      'Szabó|szabo',
      'Björklund|bjorklund',
      'Țăranu|taranu',
      'Strauß|strauss',
    ],
  },
  {
    first: [
      'נועה|noa',
      'אורי|uri',
      'תמר|tamar',
      'יונתן|yonatan',
      'שירה|shira',
      'איתן|eitan',
      'מיכל|michal',
      'דוד|david',
      'רחל|rachel',
      'אסף|asaf',
    ],
    last: [
      'כהן|cohen',
      'לוי|levi',
      'מזרחי|mizrahi',
      'פרידמן|friedman',
      'ביטון|biton',
      'שפירא|shapira',
      'אברהמי|avrahami',
      'גולן|golan',
      'בן־דוד|ben-david',
      'רוזנברג|rosenberg',
    ],
  },
  {
    first: [
      'ليلى|layla',
      'عمر|omar',
      'مريم|maryam',
      'يوسف|yusuf',
      'سلمى|salma',
      'خالد|khaled',
      'نور|nour',
      'سامي|sami',
    ],
    last: [
      'حدّاد|haddad',
      'منصور|mansour',
      'الخوري|khoury',
      'زعبي|zoabi',
      'عودة|odeh',
      'نجّار|najjar',
      'شاهين|shahin',
      'درويش|darwish',
    ],
  },
  {
    first: [
      'Ольга|olga',
      'Дмитрий|dmitry',
      'Ксения|ksenia',
      'Сергей|sergey',
      'Оксана|oksana',
      'Андрій|andrii',
      'Мария|maria',
      'Фёдор|fyodor',
    ],
    last: [
      'Иванова|ivanova',
      'Шевченко|shevchenko',
      'Королёва|koroleva',
      'Лебедев|lebedev',
      'Чайка|chaika',
      'Щербак|shcherbak',
      'Новак|novak',
      'Морозов|morozov',
    ],
  },
  {
    first: ['Ελένη|eleni', 'Νίκος|nikos', 'Σοφία|sofia', 'Ανδρέας|andreas', 'Ειρήνη|irini', 'Κώστας|kostas'],
    last: [
      'Νικολάου|nikolaou',
      'Δημητρίου|dimitriou',
      'Αγγελόπουλος|angelopoulos',
      'Ιωάννου|ioannou',
      'Καραγιάννης|karagiannis',
      'Οικονόμου|oikonomou',
    ],
  },
  {
    first: ['雅婷|yating', '伟|wei', '芳|fang', '俊杰|junjie', '静|jing', '建国|jianguo'],
    last: ['王|wang', '陈|chen', '林|lin', '黄|huang', '周|zhou', '吴|wu'],
  },
  {
    first: ['花子|hanako', '健太|kenta', 'さくら|sakura', '大輔|daisuke', '陽菜|hina', '拓海|takumi'],
    last: ['佐藤|sato', '鈴木|suzuki', '高橋|takahashi', '渡辺|watanabe', '小林|kobayashi', '山本|yamamoto'],
  },
];

/** A name and its Latin spelling. */
export function spelled(entry: string): { name: string; latin: string } {
  const [name = '', latin = name.toLowerCase()] = entry.split('|');
  return { name, latin };
}
