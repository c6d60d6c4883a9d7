/** People, devices and other values that the events of the demo have at random. */

export const FIRST_NAMES = 'Aiko Bruno Chiara Dmitri Élodie Femi Greta Hana İpek João Käthe Liu Mads Nadia Óscar'.split(
  ' ',
);

export const CITIES = [
  { city: 'Hamburg', country_code: 'DE' },
  { city: 'Aarhus', country_code: 'DK' },
  { city: 'Lyon', country_code: 'FR' },
  { city: 'Leeds', country_code: 'GB' },
  { city: 'Kraków', country_code: 'PL' },
  { city: '東京', country_code: 'JP' },
];

export const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

export const DEVICES = [
  { model: 'Pixel 9', family: 'Pixel', brand: 'Google', version: '15' },
  { model: 'SM-S921B', family: 'SM-S921B', brand: 'samsung', version: '15' },
  { model: 'SM-A546B', family: 'SM-A546B', brand: 'samsung', version: '14' },
  { model: 'Redmi Note 13', family: 'Redmi', brand: 'Xiaomi', version: '14' },
  { model: 'FP5', family: 'FP5', brand: 'Fairphone', version: '13' },
];
