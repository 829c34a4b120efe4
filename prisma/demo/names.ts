import type { Random } from './random.ts';

/** People of one country: their names, cities, and phone numbers. */
export interface Region {
  country: string;
  weight: number;
  locales: readonly string[];
  timezones: readonly string[];
  /** `written:latin` where the script is not Latin. The Latin form makes the email address. */
  given: readonly string[];
  family: readonly string[];
  /** `#` is a digit. Uses number ranges that are reserved for fiction where the country has them. */
  phone: string;
}

const words = (text: string) => text.trim().split(/\s+/);
const phrases = (text: string) => text.trim().split(/\s*,\s*/);

export const REGIONS: readonly Region[] = [
  {
    country: 'GB',
    weight: 26,
    locales: ['en_GB'],
    timezones: ['Europe/London'],
    phone: '+447700900###',
    given:
      words(`Amelia Oliver Isla George Freya Harry Poppy Arthur Florence Theo Imogen Rhys Cerys Hamish Eilidh Callum
      Priya Tariq Zainab Kwame Beatrice Alfie Niamh Edmund Harriet Joseph Maisie Rowan Winifred Dylan`),
    family:
      words(`Ashworth Bancroft Clarke Davies Ellison Fairbrother Griffiths Hargreaves Ingram Jenkins Kershaw Llewellyn
      MacKenzie Norris O'Sullivan Pemberton Quigley Ramsbottom Sinclair Thwaite Underhill Vaughan Whitlock Yardley Okafor
      Patel Hussain Campbell Featherstonehaugh Smith`),
  },
  {
    country: 'DE',
    weight: 16,
    locales: ['de_DE'],
    timezones: ['Europe/Berlin'],
    phone: '+4917139200##',
    given:
      words(`Lena Jonas Mia Felix Hannah Maximilian Clara Björn Anneliese Jürgen Käthe Sören Emilia Leon Greta Matthis
      Ayşe Cem Wiebke Thorsten Franziska Lukas Ute Bärbel`),
    family: words(`Müller Schmidt Schröder Weiß Großmann Hoffmann Köhler Jäger Lehmann Vogel Brandt Kühn Winter Özdemir
      Zimmermann Baumgärtner Petersen Thiele Seidel Böhm Friedrich Krämer`),
  },
  {
    country: 'FR',
    weight: 11,
    locales: ['fr_FR'],
    timezones: ['Europe/Paris'],
    phone: '+3363998####',
    given: words(`Camille Hugo Chloé Louis Élodie Théo Manon Jérôme Océane François Anaïs Rémi Inès Mathéo Solène Benoît
      Jean-Baptiste Marie-Claire Aïcha Zoé`),
    family:
      words(`Martin Lefèvre Dubois Moreau Girard Benoît Chevalier Fournier Rousseau Lemaître Garçon Beauchêne Dupré
      N'Diaye Perrin Delacroix Marchand Gauthier`),
  },
  {
    country: 'NL',
    weight: 8,
    locales: ['nl_NL'],
    timezones: ['Europe/Amsterdam'],
    phone: '+3161025####',
    given: words('Daan Sanne Bram Femke Sem Lotte Thijs Maartje Joost Fleur Ruben Noor Wouter Anouk Pieter Saskia'),
    family: phrases(`de Vries, van den Berg, Jansen, Bakker, Visser, Smit, Meijer, de Boer, Mulder, van der Meulen, Bos,
      Hendriks, Dekker, ten Brinke, Koster, 't Hart`),
  },
  {
    country: 'US',
    weight: 11,
    locales: ['en_US', 'es_US'],
    timezones: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
    phone: '+1415555010#',
    given:
      words(`Jordan Taylor Ashley Marcus Brianna Tyler Savannah Diego Latoya Ethan Madison Wei Carlos Hailey Darnell
      Emily Grace Mason Aaliyah Jackson`),
    family: words(`Johnson Williams Ramirez Nguyen Brooks Carter Rivera Thompson Kowalski Washington Bennett Morales
      Fitzgerald Chen Hughes Delgado Sanders Whitaker`),
  },
  {
    country: 'IE',
    weight: 5,
    locales: ['en_IE', 'ga_IE'],
    timezones: ['Europe/Dublin'],
    phone: '+35320910####',
    given: words('Aoife Cian Saoirse Oisín Róisín Tadhg Caoimhe Fionn Siobhán Darragh Gráinne Eoghan'),
    family: phrases("Murphy, Ó Briain, Kelly, Ní Chonaill, Byrne, Mac Cárthaigh, Doyle, O'Reilly, Gallagher, Nolan"),
  },
  {
    country: 'ES',
    weight: 6,
    locales: ['es_ES', 'ca_ES'],
    timezones: ['Europe/Madrid'],
    phone: '+3460010####',
    given: phrases('Lucía, Martín, Sofía, Álvaro, Íñigo, María José, Núria, Jordi, Begoña, José Luis, Carmen, Raúl'),
    family:
      phrases(`García Márquez, Fernández, Muñoz Ibáñez, López de la Torre, Sánchez, Peña, Ibarra, Castaño, Domènech,
      Ruiz-Gallardón, Núñez, Ortega`),
  },
  {
    country: 'IT',
    weight: 5,
    locales: ['it_IT'],
    timezones: ['Europe/Rome'],
    phone: '+39320011####',
    given: words('Giulia Lorenzo Chiara Matteo Niccolò Alessia Beatrice Davide Francesca Tommaso Elena Paolo'),
    family: phrases(
      "Rossi, D'Angelo, Esposito, Ricci, De Luca, Bianchi, Lo Presti, Ferrari, Galli, Caruso, Moretti, Testa",
    ),
  },
  {
    country: 'PL',
    weight: 5,
    locales: ['pl_PL'],
    timezones: ['Europe/Warsaw'],
    phone: '+4850010####',
    given: words('Zofia Jakub Małgorzata Łukasz Agnieszka Paweł Święcisława Wojciech Katarzyna Michał Żaneta Grzegorz'),
    family: words('Kowalska Nowak Wiśniewski Dąbrowska Wójcik Szczepański Brzęczyszczykiewicz Żuraw Łuczak Zieliński'),
  },
  {
    country: 'SE',
    weight: 4,
    locales: ['sv_SE'],
    timezones: ['Europe/Stockholm'],
    phone: '+4670174060#',
    given: words('Astrid Björn Elsa Åke Linnéa Gustav Märta Östen Saga Håkan'),
    family: words('Andersson Lindqvist Åkesson Öberg Sjöström Ljungberg Nyström Hägg Björklund Ekström'),
  },
  {
    country: 'BR',
    weight: 4,
    locales: ['pt_BR'],
    timezones: ['America/Sao_Paulo'],
    phone: '+551190000####',
    given: phrases('João Pedro, Ana Clara, Luís, Beatriz, Thiago, Letícia, Antônio, Conceição, Caio, Júlia'),
    family: phrases('da Silva, dos Santos Oliveira, Gonçalves, Araújo, Conceição, Cavalcanti, Magalhães, Pinto'),
  },
  {
    country: 'JP',
    weight: 4,
    locales: ['ja_JP'],
    timezones: ['Asia/Tokyo'],
    phone: '+819000000###',
    given: words(
      '陽菜:haruna 蓮:ren さくら:sakura 大翔:hiroto 結衣:yui 健太:kenta 美咲:misaki 翔太:shota 凛:rin 悠真:yuma',
    ),
    family: words(
      '佐藤:sato 鈴木:suzuki 高橋:takahashi 田中:tanaka 渡辺:watanabe 伊藤:ito 小林:kobayashi 山本:yamamoto',
    ),
  },
  {
    country: 'TW',
    weight: 3,
    locales: ['zh_TW'],
    timezones: ['Asia/Taipei'],
    phone: '+88690000####',
    given: words('怡君:yijun 志明:zhiming 淑芬:shufen 俊傑:junjie 雅婷:yating 宗翰:zonghan 佩珊:peishan 家豪:jiahao'),
    family: words('陳:chen 林:lin 黃:huang 張:zhang 李:li 王:wang 吳:wu 歐陽:ouyang'),
  },
  {
    country: 'KR',
    weight: 3,
    locales: ['ko_KR'],
    timezones: ['Asia/Seoul'],
    phone: '+82100000####',
    given: words('서연:seoyeon 민준:minjun 지우:jiwoo 하은:haeun 도윤:doyun 수빈:subin 예준:yejun 지민:jimin'),
    family: words('김:kim 이:lee 박:park 최:choi 정:jung 강:kang 남궁:namgung 윤:yoon'),
  },
  {
    country: 'UA',
    weight: 3,
    locales: ['uk_UA'],
    timezones: ['Europe/Kyiv'],
    phone: '+38050000####',
    given: words(
      'Олена:olena Тарас:taras Софія:sofiia Андрій:andrii Наталія:nataliia Богдан:bohdan Ірина:iryna Юрій:yurii',
    ),
    family: words(`Шевченко:shevchenko Коваленко:kovalenko Бондаренко:bondarenko Ткачук:tkachuk Кравець:kravets
      Мельник:melnyk Лисенко:lysenko Гончарук:honcharuk`),
  },
  {
    country: 'GR',
    weight: 3,
    locales: ['el_GR'],
    timezones: ['Europe/Athens'],
    phone: '+3069000#####',
    given: words('Ελένη:eleni Γιώργος:giorgos Κατερίνα:katerina Νίκος:nikos Δέσποινα:despoina Στέφανος:stefanos'),
    family: words(`Παπαδοπούλου:papadopoulou Γεωργίου:georgiou Οικονόμου:oikonomou Παπακωνσταντίνου:papakonstantinou
      Νικολαΐδης:nikolaidis Αθανασίου:athanasiou`),
  },
  {
    country: 'AE',
    weight: 3,
    locales: ['ar_AE', 'ar_EG'],
    timezones: ['Asia/Dubai', 'Africa/Cairo'],
    phone: '+97150000####',
    given: words('فاطمة:fatima محمد:mohammed ليلى:layla عمر:omar نور:noor خالد:khaled مريم:maryam يوسف:yousef'),
    family: words('الهاشمي:alhashimi المنصوري:almansouri حداد:haddad النجار:alnajjar الشامسي:alshamsi صالح:saleh'),
  },
  {
    country: 'IL',
    weight: 2,
    locales: ['he_IL'],
    timezones: ['Asia/Jerusalem'],
    phone: '+97255000####',
    given: words('נועה:noa איתן:eitan תמר:tamar יונתן:yonatan שירה:shira אורי:uri'),
    family: words('כהן:cohen לוי:levi מזרחי:mizrahi פרץ:peretz אברהמי:avrahami שפירא:shapira'),
  },
  {
    country: 'IN',
    weight: 5,
    locales: ['en_IN', 'hi_IN'],
    timezones: ['Asia/Kolkata'],
    phone: '+9190000#####',
    given: words('Aarav Ananya Rohan Lakshmi Vikram Meera आदित्य:aditya प्रिया:priya Karthik Divya Sanjay Nandini'),
    family: words(`Sharma Iyer Chatterjee Reddy Nair Venkataraghavan Mukhopadhyay वर्मा:varma Banerjee Singh
      Thiruvengadam Subramaniam`),
  },
  {
    country: 'TH',
    weight: 2,
    locales: ['th_TH'],
    timezones: ['Asia/Bangkok'],
    phone: '+66800000###',
    given: words('สมชาย:somchai กัญญา:kanya ณัฐพงษ์:natthaphong ปิยะดา:piyada วรัญญา:waranya'),
    family: words('ศรีสุวรรณ:srisuwan วงศ์สวัสดิ์:wongsawat รัตนพันธ์วิชัยกุล:rattanaphanwichaikun จันทร์แก้ว:chankaeo'),
  },
  {
    country: 'TR',
    weight: 3,
    locales: ['tr_TR'],
    timezones: ['Europe/Istanbul'],
    phone: '+90500000####',
    given: words('Elif Mehmet Zeynep İbrahim Çağla Oğuz Gül Şükrü Defne Barış'),
    family: words('Yılmaz Kaya Şahin Çelik Öztürk Yıldırım Koç Güneş Erdoğdu'),
  },
  {
    country: 'NG',
    weight: 2,
    locales: ['en_NG'],
    timezones: ['Africa/Lagos'],
    phone: '+23480000#####',
    given: words('Chidinma Oluwaseun Ngozi Emeka Adaeze Babatunde Ifeoma Olúwafẹ́mi'),
    family: words('Okonkwo Adeyemi Eze Balogun Nwachukwu Oyelowo Chukwuemeka Danjuma'),
  },
  {
    country: 'IS',
    weight: 1,
    locales: ['is_IS'],
    timezones: ['Atlantic/Reykjavik'],
    phone: '+3548000###',
    given: words('Guðrún Sigurður Þórdís Ólafur Björk Hafþór'),
    family: words('Þorsteinsdóttir Guðmundsson Jónsdóttir Aðalsteinsson Eyjólfsdóttir Hallgrímsson'),
  },
  {
    country: 'AU',
    weight: 3,
    locales: ['en_AU'],
    timezones: ['Australia/Sydney', 'Australia/Perth'],
    phone: '+6149157####',
    given: words('Matilda Lachlan Kirra Angus Jarrah Bonnie Declan Sienna Heath Imani'),
    family: words('Fairweather Nguyen Papadimitriou Walsh Donnelly Tran Macpherson Rossi Booth'),
  },
  {
    country: 'VN',
    weight: 2,
    locales: ['vi_VN'],
    timezones: ['Asia/Ho_Chi_Minh'],
    phone: '+8490000####',
    given: phrases('Thị Hương, Văn Đức, Ngọc Ánh, Minh Tuấn, Thùy Dương, Quốc Bảo'),
    family: words('Nguyễn Trần Lê Phạm Hoàng Võ Đặng'),
  },
];

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i', æ: 'ae', ð: 'd', þ: 'th' };

/** The lower-case ASCII letters and digits of a name, for an email address. */
function latin(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ßøłđıæðþ]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]/g, '');
}

/** `written:latin` → both forms. */
export function nameForms(entry: string): { written: string; ascii: string } {
  const [written = '', roman] = entry.split(':');
  return { written, ascii: latin(roman ?? written) };
}

export function phoneOf(region: Region, random: Random): string {
  return region.phone.replace(/#/g, () => String(random.int(0, 9)));
}
