/**
 * The passwords that guessing programs try first: those of at least six characters at the top of published lists of leaked
 * passwords, in lower case, and a few similar Malay words, chosen by hand. The list is short on purpose: guessing is slowed
 * down after a hundred tries at an account (guesses.ts), so it only needs the first few hundred passwords.
 */
const LIST = `
000000 00000000 010203 0123456 01234567 0123456789 012345678910 0987654321 098765 101010 102030 11111 111111 1111111 11111111
111222 111222333 11223344 112233 112233445566 121212 123123 12312312 123123123 123321 123321123 1234321 12341234 123454321 123456
1234567 12345678 123456789 1234567890 12345678910 123456a 123456abc 123456q 123456789a 123456aa 12345a 12345q 12345qwert 1234abcd
1234qwer 123654 123654789 123987 123abc 123asd 123qwe 123qweasd 123qweasdzxc 131313 135790 141414 142536 147147 147258 147258369
147852 147852369 151515 159159 159357 159753 1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc
1qazxsw2 202020 212121 222222 22222222 232323 246810 252525 258456 303030 313131 321321 321654 321654987 333333 33333333
369258147 404040 456123 456456 456789 444444 505050 555555 55555555 654123 654321 666666 66666666 696969 741852 741852963 753951
753159 777777 7777777 77777777 789456 789456123 789789 87654321 888888 88888888 963852741 987654 9876543 98765432 987654321
9876543210 999999 99999999 999999999 a12345 a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 aa123456 aaa111 aaaaaa aaaaaaaa
abc123 abc1234 abc12345 abc123456 abcabc abcd1234 abcd12345 abcde12345 abcdef abcdefg abcdefgh abcdef123 access admin1 admin12
admin123 admin1234 admin12345 admin123456 admin@123 adminadmin administrator amirul andrea andrew angel1 angela aqwzsx
arsenal asd123 asdasd asdasdasd asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdzxc ashley assalamualaikum
asshole asdfjkl; australia azerty azertyuiop baseball basketball batman bismillah blink182 butterfly barcelona cantik
changeme changeme123 charlie cheese chelsea chocolate computer cookie daniel default dragon donald eminem fakhrul family
flower football forever freedom fuckyou gfhjkm google guest1 hannah harley hello1 hello123 hellohello hunter hunter2 iloveu
iloveyou iloveyou1 india123 indonesia internet israel jasmine jennifer jessica jordan jordan23 joshua justin kambing
katalaluan keluarga killer klaster kualalumpur letmein letmein1 letmein123 liverpool lollol london loveme lovely loveyou
maggie malaysia malaysia1 malaysia123 malaysiaboleh manchester master master123 matrix merdeka michael michelle minecraft monkey
monkey123 mustang mynoob naruto nicole ninja1 p@ssw0rd p@ssword p@55w0rd pa$$w0rd pa$$word pass123 pass1234 pass12345
pass@123 passw0rd passwd password password! password0 password01 password1 password1! password12 password123 password1234
password12345 password2 password@123 passpass pokemon pepper princess princess1 purple q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
qazwsx qazwsx123 qazwsxedc qazxsw qqqqqq qqqqqqqq qwaszx qwe123 qweasd qweasd123 qweasdzxc qweqwe qwer1234 qwert123 qwert12345
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuiop qwertz rahsia rahsia123 robert
root123 rootroot samsung sayang sayang123 sayangku shadow silver slipknot snoopy soccer spiderman
starwars success summer sunshine superman superstar sweety system test123 test1234 test12345 testing testing123 testtest
thomas tigger trustno1 unknown user123 user1234 username welcome welcome1 welcome123 whatever william
windows wwwwww xxxxxx yellow zaq12wsx zaq1zaq1 zaqwsx zxc123 zxcvbn zxcvbnm zxcvbnm123 zzzzzz
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/).filter((password) => password.length >= 6));
