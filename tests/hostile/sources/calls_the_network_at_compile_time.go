// expects: refused
package main
import _ "github.com/playfunc/nothing"
func main() {}
