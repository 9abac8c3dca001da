/** The business that the seed invents; a site that shows any of it is not its hosts' yet. */
export const exampleBusiness = {
  phone: '(850) 555-0142',
  email: 'hello@pcbbeachrentals.example',
  social_facebook_url: 'https://www.facebook.com/pcbbeachrentals.example',
  social_instagram_url: 'https://www.instagram.com/pcbbeachrentals.example',
  social_tiktok_url: 'https://www.tiktok.com/@pcbbeachrentals.example',
  credit_label: 'Site by Gulf Coast Web',
  credit_url: 'https://gulfcoastweb.example',
};
